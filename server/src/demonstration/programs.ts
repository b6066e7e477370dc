import { randomBytes } from 'node:crypto'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { makeReceiver } from '../document/webhooks/receivers.ts'
import { ensureUser, wholeCompany } from '../identity/ensure-user.ts'
import { issueTechnicalToken } from '../identity/technical-tokens.ts'
import { readUser } from '../identity/user-record.ts'
import type { Database } from '../platform/database/database.ts'
import type { SecretBox } from '../platform/secrets/secret-box.ts'
import type { Session } from '../platform/session/session.ts'

/** What the program of the demonstration reads: receipts, issues and the stock of the first company. */
const pages = ['/receive/receiveRecordRow', '/shippingManagement/outRecode', '/Stock/stockSearch']
const account = 'wcs'
const tokenDays = 180

/**
 * The account of a warehouse control system, with a token that nobody knows, and the receiver of its webhooks. There is
 * no such system, so the receiver is off: whoever tries it enters an address and issues a token of his own.
 */
export async function writePrograms(
  database: Database,
  secrets: SecretBox,
  administrator: Session,
): Promise<void> {
  const roles = pages.flatMap((path) => [cataloguePage(path).groupRole, cataloguePage(path).role])
  const { userId } = await ensureUser(database, {
    account,
    userName: '立库系统',
    password: randomBytes(32).toString('base64'),
    plants: [{ companyCode: '1010' }],
    ...wholeCompany,
    roles: [...new Set(roles)],
  })
  await database.transaction(async (tx) => {
    await tx.query(`update app_user set is_technical = true, password_hash = '' where id = $1`, [
      userId,
    ])
    await issueTechnicalToken(tx, administrator, await readUser(tx, userId), {
      name: '立库接口',
      expiresOn: addDays(companyToday(), tokenDays),
    })
    await makeReceiver(tx, secrets, administrator, {
      name: '立库系统',
      url: 'https://wcs.example.com/kufang',
      account,
      documents: { 'goods-receipt': ['reviewed', 'erp:posted'], 'goods-issue': ['reviewed'] },
      companyCodes: ['1010'],
      plants: [],
      isOn: false,
      timeoutMs: 10_000,
    })
  })
}
