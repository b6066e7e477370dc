import { at, listAt, textAt } from '../test-client.ts'
import type { Json, TestClient, TestReply } from '../test-client.ts'

/** The address of the service. */
export const deliveryService = 'API_OUTBOUND_DELIVERY_SRV;v=0002'

const headerOf = (delivery: string) => `${deliveryService}/A_OutbDeliveryHeader('${delivery}')`

/** A delivery as the service has it, with its items. */
export async function readDelivery(client: TestClient, delivery: string): Promise<Json> {
  const reply = await client.get(`${headerOf(delivery)}?$expand=to_DeliveryDocumentItem`)
  return at(reply.json, 'd') ?? null
}

/** Calls a function with the present version of the delivery, or with another one. */
export async function onDelivery(
  client: TestClient,
  name: string,
  delivery: string,
  more = '',
  ifMatch?: string,
): Promise<TestReply> {
  const version = ifMatch ?? textAt(await readDelivery(client, delivery), '__metadata', 'etag')
  const path = `${deliveryService}/${name}?DeliveryDocument='${delivery}'${more}`
  return client.call('POST', path, undefined, version === '' ? {} : { 'if-match': version })
}

/** Picks an item. */
export const pick = (client: TestClient, delivery: string, item: string, quantity: string) =>
  onDelivery(
    client,
    'PickOneItemWithBaseQuantity',
    delivery,
    `&DeliveryDocumentItem='${item}'&ActualDeliveredQtyInBaseUnit=${quantity}m&BaseUnit='EA'`,
  )

/** The items of material documents of a delivery, in their order. */
export async function movementsOf(client: TestClient, delivery: string): Promise<readonly Json[]> {
  const reply = await client.get(
    `API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentItem?$filter=Delivery eq '${delivery}'`,
  )
  return listAt(reply.json, 'd', 'results')
}
