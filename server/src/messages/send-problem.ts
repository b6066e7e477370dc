/** Why something could not be sent, for the person who set it up. */
export class SendProblem extends Error {
  readonly zh: string
  readonly en: string
  /** The very same would fail again: a wrong address, password or signature. */
  readonly isFinal: boolean

  constructor(zh: string, en: string, isFinal: boolean, cause?: unknown) {
    super(en, { cause })
    this.name = 'SendProblem'
    this.zh = zh
    this.en = en
    this.isFinal = isFinal
  }
}
