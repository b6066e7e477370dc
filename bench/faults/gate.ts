/** Admits requests while it is open; closing it waits until none is running. */
export class Gate {
  #underWay = 0
  #open: Promise<void> | undefined
  #letGo: (() => void) | undefined
  #onEmpty: (() => void) | undefined

  async enter(): Promise<() => void> {
    while (this.#open !== undefined) await this.#open
    this.#underWay += 1
    return () => {
      this.#underWay -= 1
      if (this.#underWay === 0) this.#onEmpty?.()
    }
  }

  async close(): Promise<void> {
    this.#open ??= new Promise((done) => {
      this.#letGo = done
    })
    if (this.#underWay === 0) return
    await new Promise<void>((done) => {
      this.#onEmpty = done
    })
    this.#onEmpty = undefined
  }

  open(): void {
    this.#letGo?.()
    this.#open = undefined
    this.#letGo = undefined
  }
}
