import type { Api } from './api.ts'
import type { Found } from './strangers.ts'
import { unzip } from './zip.ts'

const formulas = ['=1+1', '+1+1', '-1+1', '@SUM(1)', '\t=1+1', '=HYPERLINK("http://x")', '=cmd|x']

/**
 * Stores texts that a spreadsheet would execute in a document and exports it: they must be text cells. Also checks the
 * rate limit of exports.
 *
 * @param place an empty storage location for a draft of initial stock
 */
export async function attackExports(
  api: Api,
  token: string,
  place: { plant: string; storageLocation: string; bin: string; materialNo: string },
): Promise<Found> {
  const calls = api.calls
  const problems: string[] = []
  const { bin, materialNo, ...header } = place
  for (const formula of formulas) {
    const made = await api.send({
      method: 'POST',
      path: '/api/documents/stock-initialisation',
      token,
      body: {
        header: { ...header, origin: 'new', remark: formula },
        lines: [{ materialNo, quantity: '1', bin, stockCategory: 'UU' }],
      },
    })
    if (made.status !== 200) problems.push(`no draft with ${formula}: ${made.text.slice(0, 200)}`)
  }
  const body = {
    columns: [
      { field: 'docNo', title: '=1+1' },
      { field: 'remark', title: '@x' },
    ],
  }
  const response = await fetch(new URL('/api/documents/stock-initialisation/export', api.address), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const workbook = Buffer.from(await response.arrayBuffer())
  const parts = unzip(workbook)
  const sheet = [...parts].find(([name]) => name.endsWith('sheet1.xml'))?.[1] ?? ''
  if (!sheet.includes('1+1')) problems.push('the texts did not come into the workbook')
  if (/<f[ >]/.test(sheet)) problems.push('a cell is a formula')
  for (const cell of sheet.match(/<c [^>]*>/g) ?? []) {
    if (!/t="(inlineStr|s)"/.test(cell) && sheet.includes(`${cell}=`))
      problems.push(`a cell is no text: ${cell}`)
  }
  let limited = false
  for (let attempt = 0; attempt < 60 && !limited; attempt += 1) {
    const { status } = await api.send({
      method: 'POST',
      path: '/api/documents/stock-initialisation/export',
      token,
      body,
    })
    limited = status === 429
  }
  if (!limited) problems.push('60 exports in a row are made without a word')
  return { calls: api.calls - calls, problems }
}
