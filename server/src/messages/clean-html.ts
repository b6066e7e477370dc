import sanitizeHtml from 'sanitize-html'

/** Permitted HTML of messages: text, lists, tables, links. No styles, pictures, frames, forms or scripts. */
const allowedTags = (
  'p br div span b strong i em u s sub sup code pre h1 h2 h3 h4 ul ol li dl dt dd blockquote hr a ' +
  'table caption thead tbody tfoot tr th td'
).split(' ')

/**
 * The only place that sanitises HTML from users and templates; it runs before storing, so stored HTML can be shown
 * unchanged.
 */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags,
    allowedAttributes: {
      a: ['href', 'target', 'rel'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan', 'scope'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    // The linked site must not get access to our window.
    transformTags: {
      a: (tagName, { href = '' }) => ({ tagName, attribs: linkAttributes(href) }),
    },
  }).trim()
}

function linkAttributes(href: string): Record<string, string> {
  return href.startsWith('#') ? { href } : { href, target: '_blank', rel: 'noopener noreferrer' }
}

/** Escapes text for HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** The text of sanitised HTML, one line per paragraph: for chats and the plain part of mails. */
export function plainText(html: string): string {
  const broken = html.replaceAll(/<(br|hr)\s*\/?>|<\/(p|div|li|tr|h[1-4]|blockquote|pre)>/g, '$&\n')
  return sanitizeHtml(broken, { allowedTags: [], allowedAttributes: {} })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n\s*/g, '\n')
    .trim()
}

/** Converts user input: HTML is sanitised; plain text keeps its lines. */
export function htmlOf(typed: string): string {
  if (/<[a-z!/]/i.test(typed)) return cleanHtml(typed)
  return typed
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br />')}</p>`)
    .join('')
}
