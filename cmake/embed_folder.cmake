# octavo_embed(target folder): every file of a folder becomes part of a static library, as
# apps/server/web_files.h declares them. Without files the list is empty.
function(octavo_embed target folder)
  # A file that comes or goes changes the time of its folder; asking for each build (CONFIGURE_DEPENDS) would be slower.
  # A copy goes in: the page may be built anew while this is being compiled.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${folder}" "${folder}/assets")
  set(copy "${CMAKE_CURRENT_BINARY_DIR}/web_files")
  file(REMOVE_RECURSE "${copy}")
  file(COPY "${folder}/" DESTINATION "${copy}")
  file(GLOB_RECURSE files RELATIVE "${copy}" "${copy}/*")
  list(SORT files)
  set(symbols "")
  set(rows "")
  set(paths "")
  set(index 0)
  foreach(file ${files})
    list(APPEND paths "${copy}/${file}")
    string(APPEND symbols
      "__asm__(\".section .rodata\\n.balign 16\\nocta_web_${index}:\\n.incbin \\\"${copy}/${file}\\\"\\nocta_web_${index}_end:\\n.byte 0\\n.global octa_web_${index}, octa_web_${index}_end\\n.previous\");\n"
      "extern \"C\" const char octa_web_${index}[], octa_web_${index}_end[];\n")
    string(APPEND rows "      {\"${file}\", {octa_web_${index}, octa_web_${index}_end}},\n")
    math(EXPR index "${index} + 1")
  endforeach()
  set(source "${CMAKE_CURRENT_BINARY_DIR}/web_files.cc")
  file(CONFIGURE OUTPUT "${source}" @ONLY CONTENT
"// Made by cmake/embed_folder.cmake.
#include \"server/web_files.h\"

@symbols@
namespace octavo::server {

const std::vector<WebFile>& web_files() {
  static const std::vector<WebFile> kFiles{
@rows@  };
  return kFiles;
}

}  // namespace octavo::server
")
  set_source_files_properties("${source}" PROPERTIES OBJECT_DEPENDS "${paths}")
  target_sources(${target} PRIVATE "${source}")
endfunction()
