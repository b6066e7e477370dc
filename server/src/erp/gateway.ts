import type { Database } from '../platform/database/database.ts'
import type { OutgoingRules } from '../platform/outgoing/outgoing-rules.ts'
import { currentTrace, traceparentOf } from '../platform/operation/trace.ts'
import type { SecretBox } from '../platform/secrets/secret-box.ts'
import { logCall, type CallLogContext } from './call-log.ts'
import { ODataClient, type CallOptions } from './client/odata-client.ts'
import {
  resolveInterface,
  type InterfaceCode,
  type InterfaceSettings,
} from './interface-settings.ts'
import type { PostingInterface } from './posting-model.ts'
import { readBookQuantities } from './s4/book-quantities.ts'
import { type ErpDocuments, MaterialDocuments } from './s4/material-document.ts'
import { DeliveryGoodsIssues } from './s4/outbound-delivery.ts'
import { CountDifferences } from './s4/physical-inventory.ts'

export interface ErpAccess {
  database: Database
  secrets: SecretBox
  /** ERP_URL: used by interfaces without their own base URL. */
  defaultBaseUrl: string | null
  /** Where addresses entered on a page may lead; nowhere by default. */
  outgoing?: OutgoingRules
  onError: (error: unknown) => void
}

export interface Connection {
  client: ODataClient
  settings: InterfaceSettings
}

/** Clients cached per service and account, so that sessions and tokens are reused. */
export class ErpConnections {
  readonly #access: ErpAccess
  readonly #clients = new Map<string, ODataClient>()

  constructor(access: ErpAccess) {
    this.#access = access
  }

  /** The client of an interface for a company; throws `InterfaceProblem` if it is not configured. */
  async connect(companyCode: string, interfaceCode: InterfaceCode): Promise<Connection> {
    const { database, secrets, defaultBaseUrl, outgoing } = this.#access
    const { settings, service, fingerprint } = await resolveInterface(
      database,
      secrets,
      defaultBaseUrl,
      companyCode,
      interfaceCode,
      outgoing,
    )
    let client = this.#clients.get(fingerprint)
    if (client === undefined) {
      client = new ODataClient(service)
      this.#clients.set(fingerprint, client)
    }
    return { client, settings }
  }

  /** The material documents of a company's ERP. */
  async materialDocuments(
    companyCode: string,
  ): Promise<{ documents: MaterialDocuments; settings: InterfaceSettings }> {
    const { client, settings } = await this.connect(companyCode, 'material-document')
    return { documents: new MaterialDocuments(client, settings), settings }
  }

  /** The ERP documents of postings that are sent by an interface; their values are read as those of material documents. */
  async documentsOf({
    companyCode,
    interfaceCode,
  }: {
    companyCode: string
    interfaceCode: PostingInterface
  }): Promise<{ documents: ErpDocuments; settings: InterfaceSettings }> {
    const movements = await this.materialDocuments(companyCode)
    if (interfaceCode === 'material-document') return movements
    const { client, settings } = await this.connect(companyCode, interfaceCode)
    const { valueSource, materialLength } = movements.settings
    const more = { settings: { ...settings, valueSource } }
    if (interfaceCode === 'outbound-delivery')
      return { documents: new DeliveryGoodsIssues(client, movements.documents), ...more }
    const stock = await this.connect(companyCode, 'material-stock')
    const { account, authentication } = settings
    const documents = new CountDifferences(
      client,
      movements.documents,
      (stocks, call) => readBookQuantities(stock.client, stocks, materialLength, call),
      { materialLength, account: authentication === 'basic' ? account : '' },
    )
    return { documents, ...more }
  }

  /** Call options that log the call, and pass on the trace to which it belongs. */
  logged(
    context: CallLogContext,
    signal?: AbortSignal,
  ): Pick<CallOptions, 'onExchange' | 'signal' | 'headers'> {
    const { database, onError } = this.#access
    const trace = currentTrace()
    return {
      onExchange: (exchange) => logCall(database, context, exchange, onError),
      signal,
      ...(trace === undefined ? {} : { headers: { traceparent: traceparentOf(trace) } }),
    }
  }

  /** Discards sessions and accounts after a configuration change. */
  forget(): void {
    this.#clients.clear()
  }
}
