// A ZIP file whose entries are stored as they are (APPNOTE 4.3).
import { crc32 } from 'node:zlib';

export function zip(entries) {
  const locals = [];
  const centrals = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const label = Buffer.from(name);
    const data = Buffer.from(content);
    const facts = Buffer.alloc(22); // from "version needed" on, up to the length of the name
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x0800, 2); // names are UTF-8
    facts.writeUInt16LE(0x21, 8); // 1 January 1980
    facts.writeUInt32LE(crc32(data), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(data.length, 18);
    const lengths = Buffer.alloc(4);
    lengths.writeUInt16LE(label.length, 0);
    const at = Buffer.alloc(4);
    at.writeUInt32LE(offset, 0);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, lengths, label, data]);
    locals.push(local);
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), facts, lengths, Buffer.alloc(10), at, label]));
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
