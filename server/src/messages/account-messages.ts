import type { Queryable } from '../platform/database/database.ts'
import type { ServerContext } from '../platform/http/context.ts'
import { secretsOf } from './channels.ts'
import { secretContext, secretMarker, type Sender } from './deliveries.ts'
import type { Receiver } from './receivers.ts'
import { sendInApp, sendOutside } from './send.ts'

/** A password that was issued for an account. */
interface Letter {
  companyCode: string
  receiver: Receiver
  account: string
  password: string
  hours: number
  sender: Sender
}

function occasionOf({ companyCode, account, hours, sender }: Letter) {
  const facts = { account, password: secretMarker, hours: String(hours), sender: sender.userName }
  return {
    companyCode,
    event: 'password-issued',
    subjectNo: account,
    sender,
    params: { zh: facts, en: facts },
  } as const
}

/** Mails an issued password to its person; the outbox holds it sealed until it was sent. False if no mail is sent. */
async function mailPassword(
  context: ServerContext,
  tx: Queryable,
  letter: Letter,
): Promise<boolean> {
  if (letter.receiver.email === '') return false
  const secrets = secretsOf(context)
  const seal = (id: string) => secrets.seal(letter.password, secretContext(id))
  const ways = await sendOutside(tx, occasionOf(letter), [letter.receiver], ['email'], seal)
  return ways.has('email')
}

/** Notifies a person in the product that the password was reset. */
async function tellOfReset(tx: Queryable, letter: Letter): Promise<void> {
  const notice = { contentType: 'user', department: '', handleUrl: '' } as const
  await sendInApp(tx, occasionOf(letter), notice, [letter.receiver])
}

/** A change of rights: requested, or carried out without approval. */
interface LetterOfRights {
  event: 'rights-requested' | 'rights-emergency'
  companyCode: string
  receivers: readonly Receiver[]
  account: string
  change: Record<'zh' | 'en', string>
  reason: string
  expiresOn: string
  sender: Sender
}

/** Notifies those who may approve a change of rights, or are alarmed of one, in the product and by mail. */
export async function tellOfRights(tx: Queryable, letter: LetterOfRights): Promise<void> {
  const { event, companyCode, account, change, reason, expiresOn, sender } = letter
  const facts = (language: 'zh' | 'en') => ({
    account,
    change: change[language],
    reason,
    expiresOn,
    sender: sender.userName,
  })
  const occasion = {
    companyCode,
    event,
    subjectNo: account,
    sender,
    params: { zh: facts('zh'), en: facts('en') },
  }
  const handleUrl = event === 'rights-requested' ? '/system/roleAssign' : ''
  const notice = { contentType: 'user', department: '', handleUrl } as const
  await sendInApp(tx, occasion, notice, letter.receivers)
  await sendOutside(tx, occasion, letter.receivers)
}

/** Messages about accounts, for the area identity, which imports no other. */
export const accountMessages = { mailPassword, tellOfReset }
