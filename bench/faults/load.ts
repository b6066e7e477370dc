import { setTimeout as pause } from 'node:timers/promises'
import { Refused } from '../../tools/demo/client.ts'
import type { Delivery } from '../../tools/demo/delivery.ts'
import { workOff } from '../../tools/demo/inbound.ts'
import type { Withdrawal } from '../../tools/demo/outbound.ts'
import { handOut } from '../../tools/demo/outbound.ts'
import type { Person } from '../../tools/demo/person.ts'
import type { Team } from '../../tools/demo/team.ts'
import { adjustByCount } from './adjust-by-count.ts'
import type { Dice } from './dice.ts'
import type { EmptyPlace, Goods } from './goods.ts'
import { GivenUp } from './stubborn-client.ts'

/** A document whose posting is in flight; `next` runs after the ERP has responded. */
interface Waiting {
  person: Person
  type: string
  id: string
  /** The ERP state waited for. */
  until: 'posted' | 'reversed'
  next: () => Promise<void>
}

/** Kinds of journeys; each must have come to its end in a run, or the run has shown nothing of it. */
export const journeyKinds = ['receipt', 'issue', 'initialisation', 'count'] as const

const reason = { reason: '故障演练' }
const waitingMax = 60
/** Refusals of requests that are wrong in any state of the documents: of our own mistakes. */
const ownMistakes: ReadonlySet<string> = new Set(['column-unknown', 'field-required'])

/**
 * Clients that receive, issue, initialise stock, post and reverse, each step with the responsible account, until they
 * are stopped. A refused or abandoned journey ends, and the next begins.
 */
export class Load {
  readonly #team: Team
  readonly #goods: Goods
  readonly #dice: Dice
  readonly #waiting: Waiting[] = []
  readonly #workers: Promise<void>[] = []
  #isStopped = false
  #sequence = 0
  /** Number of ended journeys by kind and result. */
  readonly ended = new Map<string, number>()
  /** The first refusal of each of them, in words. */
  readonly refusals = new Map<string, string>()
  failure: Error | undefined

  constructor(team: Team, goods: Goods, dice: Dice) {
    this.#team = team
    this.#goods = goods
    this.#dice = dice
  }

  start(clients: number): void {
    for (let client = 0; client < clients; client += 1) this.#workers.push(this.#work())
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#workers)
  }

  async #work(): Promise<void> {
    while (!this.#isStopped) {
      const [kind, journey] = this.#choose()
      let how = 'done'
      try {
        await journey()
      } catch (error) {
        if (error instanceof GivenUp) how = 'given up'
        else if (error instanceof Refused && !ownMistakes.has(error.code)) {
          how = `refused ${error.code}`
          const name = `${kind}: ${how}`
          this.refusals.set(name, this.refusals.get(name) ?? error.message)
        } else {
          this.failure ??= error as Error
          this.#isStopped = true
          return
        }
      }
      this.#end(`${kind}: ${how}`)
    }
  }

  #end(name: string): void {
    this.ended.set(name, (this.ended.get(name) ?? 0) + 1)
  }

  #choose(): [string, () => Promise<void>] {
    const chance = this.#dice.next()
    const { deliveries, withdrawals, places } = this.#goods
    if (this.#waiting.length > 0 && (chance < 0.3 || this.#waiting.length > waitingMax)) {
      const next = this.#waiting.shift()!
      return ['follow up', () => this.#follow(next)]
    }
    if (chance < 0.6 && deliveries.length > 0) {
      const delivery = deliveries.shift()!
      return ['receipt', () => this.#receive(delivery)]
    }
    if (chance < 0.9 && withdrawals.length > 0) {
      const withdrawal = withdrawals.shift()!
      return ['issue', () => this.#issue(withdrawal)]
    }
    if (places.length > 0) {
      const place = places.shift()!
      return ['initialisation', () => this.#initialise(place)]
    }
    return ['idle', () => pause(50)]
  }

  async #follow(waiting: Waiting): Promise<void> {
    const { header } = await waiting.person.open(waiting.type, waiting.id)
    if (header.erpState === waiting.until) return waiting.next()
    // Postings refused for a business reason are sent again later by a person.
    this.#waiting.push(waiting)
    await pause(50)
  }

  #wait(waiting: Waiting): void {
    this.#waiting.push(waiting)
  }

  async #receive(delivery: Delivery): Promise<void> {
    const team = this.#team
    await workOff(delivery, team, this.#goods.materials)
    if (this.#dice.next() < 0.5) return
    const { poster } = team
    const id = delivery.documents.receipt!
    const key = (step: string) => `${delivery.key} ${step}`
    const type = 'goods-receipt'
    const keeper = team.storekeeperOf(delivery.companyCode)
    const unreceive = async () => {
      await keeper.openAndAct(type, id, 'reversePhysical', key('unreceive'), reason)
      const { note, arrival } = delivery.documents
      await keeper.openAndAct('arrival', arrival!, 'reversePhysical', key('unarrive'), reason)
      await keeper.openAndAct('delivery-note', note!, 'withdrawConfirmation', key('unconfirm'))
      await team.buyer.openAndAct('delivery-note', note!, 'withdraw', key('unannounce'))
      await team.buyer.openAndDelete('delivery-note', note!, key('delete'))
    }
    const reverse = async () => {
      await this.#reverse(type, id, key)
      this.#wait({ person: poster, type, id, until: 'reversed', next: unreceive })
    }
    this.#wait({ person: poster, type, id, until: 'posted', next: reverse })
  }

  /** The poster asks for the reversal, the shift leader approves it, the poster sends it to the ERP. */
  async #reverse(type: string, id: string, key: (step: string) => string): Promise<void> {
    const { poster, shiftLeader } = this.#team
    const asked = await poster.openAndAct(type, id, 'requestReversal', key('ask back'), reason)
    const approved = await shiftLeader.act(type, asked, 'approveReversal', key('allow back'))
    await poster.act(type, approved, 'reverse', key('back in the ERP'))
  }

  async #issue(withdrawal: Withdrawal): Promise<void> {
    const team = this.#team
    await handOut(withdrawal, team)
    if (this.#dice.next() < 0.5) return
    const { issue: id, requisition } = withdrawal.documents
    const key = (step: string) => `${withdrawal.key} ${step}`
    const type = 'goods-issue'
    const keeper = team.storekeeperOf(withdrawal.companyCode)
    const unissue = async () => {
      await keeper.openAndAct(type, id!, 'reversePhysical', key('unissue'), reason)
      await team.unitHead.openAndAct(
        'requisition',
        requisition!,
        'withdrawApproval',
        key('disapprove'),
      )
    }
    const reverse = async () => {
      await this.#reverse(type, id!, key)
      this.#wait({ person: team.poster, type, id: id!, until: 'reversed', next: unissue })
    }
    this.#wait({ person: team.poster, type, id: id!, until: 'posted', next: reverse })
  }

  /** Initialises the stock of an empty storage location and reverses it, so that it is empty again. */
  async #initialise(place: EmptyPlace): Promise<void> {
    const { companyCode, plant, storageLocation, bin } = place
    const key = (step: string) => `begin ${storageLocation} ${turn} ${step}`
    const turn = (this.#sequence += 1)
    const type = 'stock-initialisation'
    const lines = [1, 2].map((at) => ({
      materialNo: this.#goods.plain[(turn + at) % this.#goods.plain.length]!,
      quantity: String(10 * at),
      bin,
      stockCategory: 'UU',
      amount: '125.00',
    }))
    const request = {
      companyCode,
      header: { plant, storageLocation, origin: 'new' },
      lines,
      actionAfterCreate: 'submit',
    }
    const { materialChief, poster, shiftLeader } = this.#team
    const { id } = await materialChief.create(type, request, key('submit'))
    await shiftLeader.openAndAct(type, id, 'initialise', key('initialise'))
    await poster.openAndAct(type, id, 'post', key('post'))
    const takeBack = async () => {
      await shiftLeader.openAndAct(type, id, 'reversePhysical', key('uninitialise'))
      this.#goods.places.push(place)
    }
    const reverse = async () => {
      await this.#reverse(type, id, key)
      this.#wait({ person: poster, type, id, until: 'reversed', next: takeBack })
    }
    const next = this.#dice.next() < 0.6 ? () => this.#count(place, key, reverse) : reverse
    this.#wait({ person: poster, type, id, until: 'posted', next })
  }

  /** Counts a place in which a piece is missing; half of the differences are taken back, and then its stock. */
  async #count(
    place: EmptyPlace,
    key: (step: string) => string,
    takeBack: () => Promise<void>,
  ): Promise<void> {
    const { poster, materialChief } = this.#team
    const type = 'stocktaking'
    const id = await adjustByCount(this.#team, place, key)
    this.#end('count: done')
    if (this.#dice.next() < 0.5) return
    const countKey = (step: string) => key(`count ${step}`)
    const uncount = async () => {
      await materialChief.openAndAct(type, id, 'reversePhysical', countKey('unadjust'))
      await takeBack()
    }
    const reverse = async () => {
      await this.#reverse(type, id, countKey)
      this.#wait({ person: poster, type, id, until: 'reversed', next: uncount })
    }
    this.#wait({ person: poster, type, id, until: 'posted', next: reverse })
  }
}
