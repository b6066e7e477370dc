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

/** A new password or mail address of an account. */
interface LetterOfAccess {
  companyCode: string
  account: string
  what: 'password' | 'address'
  person: Receiver
  /** Who else is told, because the account has sensitive rights. */
  watchers: readonly Receiver[]
  sender: Sender
}

const changesOfAccess = {
  password: { zh: '密码已由他人重置', en: 'password reset by somebody else' },
  address: { zh: '邮箱已变更', en: 'mail address changed' },
} as const

/** Tells the person of an account in the product and by mail, and those who watch over it in the product. */
export async function tellOfAccess(tx: Queryable, letter: LetterOfAccess): Promise<void> {
  const { companyCode, account, what, person, watchers, sender } = letter
  const facts = (language: 'zh' | 'en') => ({
    account,
    change: changesOfAccess[what][language],
    sender: sender.userName,
  })
  const occasion = {
    companyCode,
    event: 'account-access',
    subjectNo: account,
    sender,
    params: { zh: facts('zh'), en: facts('en') },
  } as const
  const notice = { contentType: 'user', department: '', handleUrl: '' } as const
  await sendInApp(tx, occasion, notice, [person, ...watchers])
  await sendOutside(tx, occasion, [person], ['email'])
}

/** Messages about accounts, for the area identity, which imports no other. */
export const accountMessages = { mailPassword, tellOfReset }
