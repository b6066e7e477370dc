/** The largest picture of a person; shown at 24 pixels, it needs no more. */
export const photoBytesMax = 2 * 1024 * 1024

/** Where a stored picture is read; also what a profile's `photo` must look like. */
export const photoPath = /^\/api\/file\/photo\/([0-9a-f]{64})\.(png|gif|jpg)$/

/** What a picture of a person may be (product.md section 5); jpeg is kept as jpg. */
export const photoMediaTypes = { png: 'image/png', gif: 'image/gif', jpg: 'image/jpeg' } as const
