import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { rowsOf } from '../client/odata-client.ts'
import { day, numberText, quantity, readRows, text, type MirrorSource } from './source.ts'

/** An item of a material document of the ERP, by whomever it was posted. */
export interface MaterialDocumentItem {
  itemNo: string
  materialNo: string
  plant: string
  storageLocation: string
  batch: string
  movementType: string
  quantity: Quantity
  unit: string
  purchaseOrder: string
  purchaseOrderItem: string
  /** The delivery of the goods; '' for none. */
  delivery: string
  /** The document that the item reverses; '' for none. */
  reversedDocument: string
  reversedYear: string
  /** Of its pieces, if its material has serial numbers. */
  serialNumbers: string[]
}

/** A material document of the ERP. */
export interface MaterialDocument {
  materialDocument: string
  year: string
  postingDate: LocalDate
  createdBy: string
  headerText: string
  reference: string
  items: MaterialDocumentItem[]
}

/**
 * Reads the material documents that were entered on or after a day, whatever their posting date (sap.md,
 * API_MATERIAL_DOCUMENT_SRV). Whole days: documents have no filterable timestamp.
 */
export async function* readMaterialDocuments(
  source: MirrorSource,
  since: LocalDate,
): AsyncGenerator<MaterialDocument> {
  const rows = readRows(
    source,
    'A_MaterialDocumentHeader',
    [`CreationDate ge datetime'${since}T00:00:00'`],
    {
      $expand: 'to_MaterialDocumentItem/to_SerialNumbers',
      $orderby: 'MaterialDocumentYear,MaterialDocument',
    },
  )
  for await (const row of rows)
    yield {
      materialDocument: text(row.MaterialDocument),
      year: text(row.MaterialDocumentYear),
      postingDate: day(row.PostingDate) ?? since,
      createdBy: text(row.CreatedByUser),
      headerText: text(row.MaterialDocumentHeaderText),
      reference: text(row.ReferenceDocument),
      items: rowsOf(row.to_MaterialDocumentItem).map((item) => ({
        itemNo: numberText(item.MaterialDocumentItem),
        materialNo: numberText(item.Material),
        plant: text(item.Plant),
        storageLocation: text(item.StorageLocation),
        batch: text(item.Batch),
        movementType: text(item.GoodsMovementType),
        quantity: quantity(item.QuantityInBaseUnit),
        unit: text(item.MaterialBaseUnit),
        purchaseOrder: numberText(item.PurchaseOrder),
        purchaseOrderItem: numberText(item.PurchaseOrderItem),
        delivery: numberText(item.Delivery),
        reversedDocument: text(item.ReversedMaterialDocument),
        reversedYear: text(item.ReversedMaterialDocumentYear),
        serialNumbers: rowsOf(item.to_SerialNumbers)
          .map((row) => text(row.SerialNumber))
          .toSorted(),
      })),
    }
}
