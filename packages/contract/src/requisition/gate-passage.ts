import { instant, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'

/** Where the guard checks gate passes; the QR code of a printed issue opens it with `?pass=`. */
export const gateCheckPath = '/shippingManagement/gateCheck'

/** The header fields of a document with which the guard lets its goods pass, once. */
export const gatePassage = {
  gatePassedAt: instant(label('出门时间', 'Passed the gate'), { by: 'server', width: 150 }),
  gatePassedByName: text(label('放行人', 'Let out by'), { by: 'server', width: 100 }),
} as const
