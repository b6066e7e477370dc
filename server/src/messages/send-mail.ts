import { createTransport } from 'nodemailer'
import type { OpenChannel } from './channels.ts'
import { plainText } from './clean-html.ts'
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
    host,
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
