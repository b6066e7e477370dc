/** Maximum size of a user picture, which is shown at 24 pixels. */
export const photoBytesMax = 2 * 1024 * 1024

/** The URL path of a stored picture; also the required format of a profile's `photo`. */
export const photoPath = /^\/api\/file\/photo\/([0-9a-f]{64})\.(png|gif|jpg)$/

/** Permitted types of user pictures (product.md section 5); jpeg is stored as jpg. */
export const photoMediaTypes = { png: 'image/png', gif: 'image/gif', jpg: 'image/jpeg' } as const
