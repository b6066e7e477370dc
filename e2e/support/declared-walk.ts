import type {
  ActionResult,
  CreateRequest,
  DocumentResponse,
  FlowResponse,
  ListResponse,
} from '@kufang/contract/document/api.ts'
import { expect } from 'vitest'
import { jobs, type Job } from '../../server/src/document/journey/jobs.ts'
import type { Step, Way } from '../../server/src/document/journey/journey.ts'
import {
  linesFrom,
  makeOver,
  walk,
  type Given,
  type WalkedLine,
  type Walker,
} from '../../server/src/document/journey/walk.ts'
import '../../server/src/journeys.ts'
import { demonstrationGround } from '../../tools/demo/team-walker.ts'
import { callApi, newToken } from './session.ts'

/** Goods of an item of the ERP, and how many of them. */
export interface Taken {
  from: 'purchase-order' | 'reservation' | 'sales-order'
  docNo: string
  materialNo: string
  /** All that is open, if absent. */
  quantity?: string
  batch?: string
}

/**
 * Walks the declared journeys over HTTP, each act by the account of its job: the way to and from what a journey in the browser is
 * about. core-flow.e2e.ts goes this way in the browser once for all.
 */
export class DeclaredWalk {
  readonly #address: string
  readonly #tokens = new Map<string, Promise<string>>()
  readonly #walker: Walker

  constructor(address: string) {
    this.#address = address
    this.#walker = this.#makeWalker()
  }

  /** Makes a document for goods of the ERP and takes it on this way; returns its number. */
  async make(name: string, taken: Taken, way: Way): Promise<string> {
    const { from, docNo, materialNo, quantity, batch } = taken
    const lines = await linesFrom(this.#walker, from, await this.#idOf(from, docNo))
    const wanted = lines.filter((line) => line.materialNo === materialNo)
    expect(wanted, `${from} ${docNo} has ${materialNo}`).not.toEqual([])
    const [line] = wanted
    const own = {
      ...line!,
      ...(quantity !== undefined && { quantity }),
      ...(batch !== undefined && { batch }),
    }
    return this.#noOf(name, await makeOver(this.#walker, name, [own], way))
  }

  /** Makes the next document from all that is open of one, and takes it on this way; returns its number. */
  async next(name: string, docNo: string, successor: string, way: Way): Promise<string> {
    const lines = await linesFrom(this.#walker, name, await this.#idOf(name, docNo))
    return this.#noOf(successor, await makeOver(this.#walker, successor, lines, way))
  }

  /** Takes a document that is there through these steps. */
  async go(name: string, docNo: string, ...steps: readonly Step[]): Promise<void> {
    await walk(this.#walker, name, await this.#idOf(name, docNo), steps)
  }

  /** The number of the document that the system has made from another one. */
  async madeFrom(name: string, docNo: string, successor: string): Promise<string> {
    const id = await this.#walker.successorOf(name, await this.#idOf(name, docNo), successor)
    expect(id, `${name} ${docNo} has a ${successor}`).toBeDefined()
    return this.#noOf(successor, id!)
  }

  /** Posts a document and waits until it is in the books of the ERP. */
  async post(name: string, docNo: string): Promise<void> {
    const id = await this.#idOf(name, docNo)
    await walk(this.#walker, name, id, ['post'])
    await expect
      .poll(async () => (await this.#open(name, id)).header.erpState, { timeout: 60_000 })
      .toBe('posted')
  }

  async #idOf(name: string, docNo: string): Promise<string> {
    const { rows } = await this.#call<ListResponse<{ id: string; docNo: string }>>(
      'admin',
      `api/documents/${name}/list`,
      { search: docNo },
    )
    const found = rows.find((row) => row.docNo === docNo)
    if (found === undefined) throw new Error(`${name} ${docNo} is not there`)
    return found.id
  }

  async #noOf(name: string, id: string): Promise<string> {
    return (await this.#open(name, id)).header.docNo
  }

  #open(name: string, id: string): Promise<DocumentResponse> {
    return this.#call('admin', `api/documents/${name}/${id}`)
  }

  async #call<Datas>(account: string, path: string, body?: unknown): Promise<Datas> {
    const token = this.#tokens.get(account) ?? newToken(this.#address, account)
    this.#tokens.set(account, token)
    return callApi(this.#address, await token, path, body)
  }

  #makeWalker(): Walker {
    const call = <Datas>(by: Job, path: string, body: object): Promise<Datas> =>
      this.#call(jobs[by === 'supplier' ? 'buyer' : by].account, path, body)
    return {
      ground: demonstrationGround('1010'),
      create: (name, by, request) => call<ActionResult>(by, `api/documents/${name}`, request),
      act: async (name, id, action, by, given: Given) => {
        const { version } = (await this.#open(name, id)).header
        return call(by, `api/documents/${name}/${id}/actions/${action}`, { version, ...given })
      },
      propose: async (name, by, sources, page) => {
        const path = `api/documents/${name}/prefill`
        const { header, lines } = await call<CreateRequest>(by, path, { page, sources })
        return { header, lines }
      },
      linesOf: async (name, id) => (await this.#open(name, id)).lines as unknown as WalkedLine[],
      successorOf: async (name, id, successor) => {
        const path = `api/documents/${name}/${id}/flow`
        const { nodes } = await this.#call<FlowResponse>('admin', path)
        return nodes.find(({ type }) => type === successor)?.id ?? undefined
      },
      // `post` waits for the answer.
      erpAnswers: () => Promise.resolve(),
    }
  }
}
