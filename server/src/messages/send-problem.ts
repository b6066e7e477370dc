/** Why a message could not be sent, for the administrator. */
export class SendProblem extends Error {
  readonly zh: string
  readonly en: string
  /** A retry would fail again: a wrong address, password or signature. */
  readonly isFinal: boolean

  constructor(zh: string, en: string, isFinal: boolean, cause?: unknown) {
    super(en, { cause })
    this.name = 'SendProblem'
    this.zh = zh
    this.en = en
    this.isFinal = isFinal
  }
}
