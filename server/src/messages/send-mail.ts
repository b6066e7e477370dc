import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import type { OpenChannel } from './channels.ts'
import { plainText } from './clean-html.ts'
import { AddressRefused, checkedLookup } from '../platform/outgoing/checked-address.ts'
import { isPermitted } from '../platform/outgoing/outgoing-rules.ts'
import { SendProblem } from './send-problem.ts'

export interface OutgoingMail {
  address: string
  receiverName: string
  title: string
  /** Sanitised HTML. */
  content: string
}

/** Further properties of a nodemailer error. */
interface MailFailure {
  code?: string
  responseCode?: number
  response?: string
}

/**
 * Sends one mail through the company's SMTP server, as HTML and plain text.
 * @throws SendProblem; final if the server refused permanently (5xx of RFC 5321)
 */
export async function sendMail(channel: OpenChannel, mail: OutgoingMail): Promise<void> {
  const { host, port, security, account, secret, timeoutMs } = channel
  if (host === '' || channel.senderAddress === '')
    throw new SendProblem(
      '邮件服务器或发件地址未配置',
      'the mail server or the sender address is not set up',
      true,
    )
  const transport = createTransport({
    // Resolved once, here: the address that was checked is the one connected to.
    host: await checkedAddress(channel),
    tls: { servername: isIP(host) === 0 ? host : '' },
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Messages never include files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(account === '' ? {} : { auth: { user: account, pass: secret } }),
  })
  try {
    await transport.sendMail({
      from: { name: channel.senderName, address: channel.senderAddress },
      to: { name: mail.receiverName, address: mail.address },
      subject: mail.title,
      html: mail.content,
      text: plainText(mail.content),
    })
  } catch (error) {
    throw problemOf(error)
  } finally {
    transport.close()
  }
}

/** The address of the mail server; throws a `SendProblem` if it is not permitted or cannot be resolved. */
async function checkedAddress({ host, port, outgoing }: OpenChannel): Promise<string> {
  const unpermitted = (error?: unknown) =>
    new SendProblem(
      '邮件服务器不在运维允许的主机列表中',
      'the mail server is not one the operator permits',
      true,
      error,
    )
  if (!isPermitted(outgoing, host, port)) throw unpermitted()
  return new Promise((done, failed) => {
    checkedLookup(outgoing.allowsLoopback)(host, {}, (error, address) => {
      // One address, because not all were asked for.
      if (error === null) done(address as string)
      else failed(error instanceof AddressRefused ? unpermitted(error) : problemOf(error))
    })
  })
}

function problemOf(error: unknown): SendProblem {
  const { code = '', responseCode, response } = error as MailFailure
  const said = response ?? (error instanceof Error ? error.message : String(error))
  const isFinal = (responseCode !== undefined && responseCode >= 500) || code === 'EAUTH'
  return code === 'EAUTH'
    ? new SendProblem(
        `邮件账号或密码错误：${said}`,
        `the mail account was refused: ${said}`,
        isFinal,
        error,
      )
    : new SendProblem(`邮件未发出：${said}`, `the mail was not sent: ${said}`, isFinal, error)
}
