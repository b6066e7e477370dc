/** How mail or chat is reached (GET /api/messages/channels); secrets never leave the server. */
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

/** A channel being set up: one that is there, or a company's own to be made. */
export type ChannelDraft = MessageChannel & { isNew: boolean }
