import { timingSafeEqual } from 'node:crypto'
import type { GatePass } from '@kufang/contract/issue/gate-pass.ts'
import {
  gatePassState,
  passedDocuments,
  type PassedDocument,
} from '@kufang/contract/issue/gate-pass.ts'
import { subtractQuantity, zeroQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { listNamed } from '../document/list/named-list.ts'
import type { Database } from '../platform/database/database.ts'
import type { SecretBox } from '../platform/secrets/secret-box.ts'
import type { Session } from '../platform/session/session.ts'

const context = 'gate-pass'
const empty = (value: unknown): string | null => textOf(value) || null
/** What of a line was brought back before it passed the gate. */
const broughtBack = {
  'goods-issue': 'reversedQuantity',
  'emergency-issue': 'closedQuantity',
} as const satisfies Record<PassedDocument, string>
/** Lines that a pass shows; an issue with more is compared with its paper. */
const linesMax = 200

/**
 * The token in the QR code of a printed goods issue: its company and number, signed with the key of the installation, so that
 * nobody prints a pass who has no access to the issue. It proves the paper; whether the pass is valid, the issue says.
 */
export function gatePassToken(secrets: SecretBox, companyCode: string, docNo: string): string {
  return `${companyCode}.${docNo}.${secrets.digest(`${companyCode}/${docNo}`, context)}`
}

/** The issue that a token was made for; refuses `gate-pass-unknown`. */
function issueOf(secrets: SecretBox, token: string) {
  const [companyCode = '', docNo = ''] = token.split('.')
  const wanted = Buffer.from(gatePassToken(secrets, companyCode, docNo))
  const given = Buffer.from(token)
  if (wanted.length !== given.length || !timingSafeEqual(wanted, given))
    throw refuse('gate-pass-unknown')
  const [, name] =
    Object.entries(passedDocuments).find(([prefix]) => docNo.startsWith(prefix)) ?? []
  if (name === undefined) throw refuse('gate-pass-unknown')
  return { name, companyCode, docNo }
}

/** Who fetches the goods: a name that was entered, or the requester of an emergency. */
async function recipientOf(
  database: Database,
  name: PassedDocument,
  { companyCode, recipient, requester }: Readonly<Record<string, unknown>>,
): Promise<string | null> {
  if (name === 'goods-issue') return empty(recipient)
  const [found] = await database.query<{ name: string }>(
    `select name from requester where company_code = $1 and requester = $2`,
    [companyCode, requester],
  )
  return found?.name ?? empty(requester)
}

/**
 * What a gate pass says of its goods, within the scope of the guard. Refuses `gate-pass-unknown` for a token that is not
 * ours, and for an issue that the guard may not see. At most two statements.
 */
export async function readGatePass(
  database: Database,
  secrets: SecretBox,
  session: Session,
  token: string,
): Promise<GatePass> {
  const { name, companyCode, docNo } = issueOf(secrets, token)
  const { rows } = await listNamed(database, session, name, {
    level: 'line',
    filters: [
      { field: 'companyCode', operator: 'eq', value: companyCode },
      { field: 'docNo', operator: 'eq', value: docNo },
    ],
    sort: [{ field: 'lineNo', direction: 'asc' }],
    size: linesMax,
  })
  const [first] = rows
  if (first === undefined) throw refuse('gate-pass-unknown')
  return {
    document: name,
    id: textOf(first['id']),
    companyCode,
    docNo,
    state: gatePassState({
      state: first['state'],
      gatePassedAt: first['gatePassedAt'],
      issueMode: first['issueMode'],
    }),
    gatePassNo: empty(first['gatePassNo']),
    recipient: await recipientOf(database, name, first),
    pickingUnit: empty(first['pickingUnit']),
    usedAt: empty(first['gatePassedAt']),
    usedByName: empty(first['gatePassedByName']),
    lines: rows.map((row) => ({
      lineNo: Number(row['lineNo']),
      materialNo: textOf(row['materialNo']),
      description: empty(row['description']),
      batch: empty(row['batch']),
      quantity: subtractQuantity(
        row['quantity'] as Quantity,
        (row[broughtBack[name]] as Quantity | null) ?? zeroQuantity,
      ),
      unit: textOf(row['unit']),
    })),
  }
}
