import sanitizeHtml from 'sanitize-html'

/** What a message may be made of: words, lists, tables, links. No styles, pictures, frames, forms or scripts. */
const allowedTags = (
  'p br div span b strong i em u s sub sup code pre h1 h2 h3 h4 ul ol li dl dt dd blockquote hr a ' +
  'table caption thead tbody tfoot tr th td'
).split(' ')

/**
 * The one place where HTML of people and templates becomes harmless; it happens before it is kept, and what
 * is kept may be shown as it is.
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
    // Another site must not reach back into our window.
    transformTags: {
      a: (tagName, { href = '' }) => ({ tagName, attribs: linkAttributes(href) }),
    },
  }).trim()
}

function linkAttributes(href: string): Record<string, string> {
  return href.startsWith('#') ? { href } : { href, target: '_blank', rel: 'noopener noreferrer' }
}

/** A text that is to stand in HTML as it is. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** The words of clean HTML, one line for each paragraph: for chats and the plain part of a mail. */
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

/** What a person typed: HTML is cleaned; a text without any keeps its lines. */
export function htmlOf(typed: string): string {
  if (/<[a-z!/]/i.test(typed)) return cleanHtml(typed)
  return typed
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br />')}</p>`)
    .join('')
}
