/** The connection to mail or chat (GET /api/messages/channels); secrets never leave the server. */
export interface MessageChannel {
  companyCode: string
  sendType: 'email' | 'Nail'
  isOn: boolean
  host: string
  port: number
  webHook: string
  account: string
  senderAddress: string
  hasSecret: boolean
  hasToken: boolean
  version: number
  updatedAt: string
  [setting: string]: unknown
}

/** A channel being edited: an existing one, or a new one of a company. */
export type ChannelDraft = MessageChannel & { isNew: boolean }
