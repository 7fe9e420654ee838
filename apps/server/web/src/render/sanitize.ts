// The one way in for marked-up text of documents and models. What is allowed is listed; there are no
// ids, names, classes, styles, pictures or frames in it, so that it can neither load, nor look like,
// nor name anything of the page.
import DOMPurify from 'dompurify';

const TAGS = (
  'p br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong b i del s u sub sup mark ' +
  'a table thead tbody tfoot tr th td caption span div details summary dl dt dd'
).split(' ');

const purify = DOMPurify(window);

purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName !== 'A') return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer nofollow');
});

export function sanitize(html: string): DocumentFragment {
  return purify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ['href', 'colspan', 'rowspan', 'start', 'data-math'],
    ADD_URI_SAFE_ATTR: ['colspan', 'rowspan', 'start', 'data-math'], // their values need not be addresses
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
    RETURN_DOM_FRAGMENT: true,
  });
}
