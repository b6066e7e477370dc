import { callForFile, api } from './client.ts'
import type { RequestOptions } from './client.ts'

export interface DownloadedFile {
  blob: Blob
  name: string
}

/** Fetches a file with the name given by the server (`Content-Disposition`). */
export async function fetchFile(
  path: string,
  options: RequestOptions & { fallbackName: string },
): Promise<DownloadedFile> {
  const method = options.body === undefined ? 'GET' : 'POST'
  const response = await callForFile(path, { ...options, method })
  const name = fileNameOf(response.headers.get('content-disposition')) ?? options.fallbackName
  return { blob: await response.blob(), name }
}

/** Fetches a file and saves it as a download. Throws `ApiError`. */
export async function downloadFile(
  path: string,
  options: RequestOptions & { fallbackName: string },
): Promise<void> {
  const { blob, name } = await fetchFile(path, options)
  saveBlob(blob, name)
}

export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The click has started the download; revoke the URL to free the memory.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}

/** Uploads one file as form data, with further fields. Throws `ApiError`. */
export async function uploadFile<Data>(
  path: string,
  file: File,
  fields: Readonly<Record<string, string>> = {},
  options: RequestOptions = {},
): Promise<Data> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file, file.name)
  return api.post<Data>(path, form, options)
}

/** The file name in a Content-Disposition header, preferring the UTF-8 form, or null. */
export function fileNameOf(header: string | null): string | null {
  if (header === null) return null
  const encoded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(header)?.[1]
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded.trim())
    } catch {
      // Invalid escape: use the plain name below.
    }
  }
  return /filename\s*=\s*"?([^";]+)"?/i.exec(header)?.[1]?.trim() ?? null
}
