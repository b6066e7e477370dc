import type { FoundSerialNumber } from '@kufang/contract/document/found-serial-number.ts'

/** What identifies a piece. */
export type Piece = Pick<FoundSerialNumber, 'companyCode' | 'materialNo' | 'serialNo'>

/** The address of a page of the stock that shows the movements of a piece. */
export function piecePath(path: string, { companyCode, materialNo, serialNo }: Piece): string {
  return `${path}?${new URLSearchParams({ companyCode, materialNo, serialNo })}`
}

/** The piece that the parameters of a link name; null for none. */
export function pieceOfLink(search: string): Piece | null {
  const query = new URLSearchParams(search)
  const [companyCode, materialNo, serialNo] = ['companyCode', 'materialNo', 'serialNo'].map(
    (name) => query.get(name) ?? '',
  )
  return companyCode && materialNo && serialNo ? { companyCode, materialNo, serialNo } : null
}
