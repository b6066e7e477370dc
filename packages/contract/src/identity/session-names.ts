// Names shared by page and server for a session in a browser.

/**
 * The cookie with the token (product.md section 9). The server sets it HttpOnly, so scripts cannot read it; it permits
 * reads, and writes only together with the header of the same session.
 */
export const tokenCookie = 'Admin-Token'

/**
 * The cookie and the header with the identifier of the session. It is not secret: it tells the page that somebody is
 * signed in, and the server whose pages a window shows. The header is sent by the page's code only.
 */
export const sessionCookie = 'kufang-session'
export const sessionHeader = 'kufang-session'
