import type {
  ActionResult,
  CreateRequest,
  DocumentResponse,
  FlowResponse,
  LineInput,
  ListRequest,
  ListResponse,
} from '@kufang/contract/document/api.ts'
import type { Client } from './client.ts'

/** A document as read by a user: actions require the version read. */
export interface Seen {
  id: string
  version: number
}

export interface Proposal {
  header: Record<string, unknown>
  lines: LineInput[]
  /** What the page shows of the lines beside what is entered, such as their hazard class. */
  shown?: Readonly<Record<string, unknown>>[]
}

/** Actions of a user on documents, each under an idempotency key given by the caller. */
export class Person {
  readonly client: Client

  constructor(client: Client) {
    this.client = client
  }

  create(name: string, request: CreateRequest, key: string): Promise<ActionResult> {
    return this.client.write('POST', `/api/documents/${name}`, request, key)
  }

  act(
    name: string,
    seen: Seen,
    action: string,
    key: string,
    input?: object,
    lines?: readonly object[],
  ): Promise<ActionResult> {
    const body = {
      version: seen.version,
      ...(input !== undefined && { input }),
      ...(lines !== undefined && { lines }),
    }
    return this.client.write(
      'POST',
      `/api/documents/${name}/${seen.id}/actions/${action}`,
      body,
      key,
    )
  }

  /** Reads the document first: others may have changed it. */
  async openAndAct(
    name: string,
    id: string,
    action: string,
    key: string,
    input?: object,
  ): Promise<ActionResult> {
    const { header } = await this.open(name, id)
    return this.act(name, header, action, key, input)
  }

  async openAndDelete(name: string, id: string, key: string): Promise<void> {
    const { header } = await this.open(name, id)
    const path = `/api/documents/${name}/${id}?version=${header.version}`
    await this.client.write('DELETE', path, undefined, key)
  }

  /** The values the page proposes for the selected lines. */
  async propose(
    name: string,
    sources: readonly { id: string; lineNo: number; quantity?: string }[],
    page?: string,
  ): Promise<Proposal> {
    const path = `/api/documents/${name}/prefill`
    const { header, lines, shown } = await this.client.read<Proposal>('POST', path, {
      page,
      sources,
    })
    // What is taken already is for the eye; creating takes the rest.
    return { header, lines, ...(shown !== undefined && { shown }) }
  }

  open(name: string, id: string): Promise<DocumentResponse> {
    return this.client.read('GET', `/api/documents/${name}/${id}`)
  }

  flow(name: string, id: string): Promise<FlowResponse> {
    return this.client.read('GET', `/api/documents/${name}/${id}/flow`)
  }

  list<Row>(name: string, request: ListRequest): Promise<ListResponse<Row>> {
    return this.client.read('POST', `/api/documents/${name}/list`, request)
  }

  /** All rows of a list, block by block. */
  async *rows<Row>(name: string, request: ListRequest): AsyncGenerator<Row> {
    let cursor: string | null = null
    do {
      const block: ListResponse<Row> = await this.list<Row>(name, { ...request, size: 500, cursor })
      yield* block.rows
      cursor = block.nextCursor
    } while (cursor !== null)
  }
}
