import { gateCheckPath } from '@kufang/contract/requisition/gate-passage.ts'

/** The address in the QR code of a printed goods issue, which the camera of a phone opens. */
export function gatePassAddress(origin: string, token: string): string {
  return `${origin}/#${gateCheckPath}?${new URLSearchParams({ pass: token })}`
}

/** The token in what a scanner typed: the address of the QR code, or the token alone. */
export function tokenIn(text: string): string {
  const typed = text.trim()
  const query = typed.includes('?') ? typed.slice(typed.indexOf('?')) : ''
  return query === '' ? typed : (new URLSearchParams(query).get('pass') ?? '')
}
