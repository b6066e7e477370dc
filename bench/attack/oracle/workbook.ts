import type { Api } from '../api.ts'
import { unzip } from '../zip.ts'
import type { Account } from './account.ts'

/** The first sheet of an exported workbook: rows below the heading, and its text; null if the export was refused. */
export async function readWorkbook(
  api: Api,
  { token }: Account,
  path: string,
  body: object,
): Promise<{ rows: number; text: string } | null> {
  api.calls += 1
  const response = await fetch(new URL(path, api.address), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  if (response.status !== 200) return null
  const text = [...unzip(bytes)].find(([name]) => name.endsWith('sheet1.xml'))?.[1] ?? ''
  return { rows: (text.match(/<row[ >]/g) ?? []).length - 1, text }
}
