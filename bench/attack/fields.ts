import type { Database } from '../../server/src/platform/database/database.ts'
import type { Api } from './api.ts'
import type { Found } from './strangers.ts'

const ofTheServer: Record<string, unknown> = {
  id: '019a0000-0000-7000-8000-000000000001',
  docNo: 'QC-MINE',
  state: 'initialised',
  erpState: 'posted',
  version: 99,
  acts: { initialise: { userId: 'x', userName: 'x', at: '2026-01-01T00:00:00Z' } },
  createdBy: '019a0000-0000-7000-8000-000000000001',
  createdByName: 'somebody else',
  createdAt: '2000-01-01T00:00:00Z',
  companyCode: '1020',
  reversalReason: 'mine',
  printCount: 99,
}
const ofTheServerOnLines: Record<string, unknown> = {
  doneQuantity: '1',
  closedQuantity: '1',
  lineErpState: 'posted',
  materialDocument: '5000000001',
  description: 'mine',
  documentId: '019a0000-0000-7000-8000-000000000001',
}

/** Sends fields that only the server sets: they must be refused or ignored. */
export async function attackFields(
  api: Api,
  database: Database,
  token: string,
  place: { plant: string; storageLocation: string; bin: string; materialNo: string },
): Promise<Found> {
  const calls = api.calls
  const problems: string[] = []
  const { bin, materialNo, ...where } = place
  const header = { ...where, origin: 'new' }
  const line = { materialNo, quantity: '1', bin, stockCategory: 'UU' }
  const attempts = [
    ...Object.entries(ofTheServer).map(([name, value]) => ({
      name,
      body: { header: { ...header, [name]: value }, lines: [line] },
    })),
    ...Object.entries(ofTheServerOnLines).map(([name, value]) => ({
      name: `line ${name}`,
      body: { header, lines: [{ ...line, [name]: value }] },
    })),
    { name: 'company beside the header', body: { companyCode: '1020', header, lines: [line] } },
  ]
  for (const { name, body } of attempts) {
    const answer = await api.send({
      method: 'POST',
      path: '/api/documents/stock-initialisation',
      token,
      body,
    })
    if (answer.status >= 500) problems.push(`${name}: ${answer.status}`)
    if (answer.status !== 200) continue
    const { id } = answer.datas as { id: string }
    const [row] = await database.query<Record<string, unknown>>(
      `select h.company_code, h.state, h.erp_state, h.version, h.doc_no, h.created_by_name, h.created_at, h.acts::text,
         h.reversal_reason, l.done_quantity, l.line_erp_state, l.material_document, l.description
       from stock_initialisation h join stock_initialisation_line l on l.company_code = h.company_code and l.document_id = h.id
       where h.id = $1`,
      [id],
    )
    const text = JSON.stringify(row)
    const isHis =
      row === undefined ||
      row['state'] !== 'draft' ||
      row['erpState'] === 'posted' ||
      row['companyCode'] !== '1010' ||
      /mine|somebody else|2000-01-01|5000000001|QC-MINE/i.test(text)
    if (isHis) problems.push(`${name} was taken over: ${text}`)
  }
  return { calls: api.calls - calls, problems }
}
