import { legacyDocumentQuery } from '@kufang/contract/legacy-documents/legacy-document.ts'
import { legacyImportQuery } from '@kufang/contract/legacy-documents/legacy-import.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'

/** The legacy documents of a person's companies, plants and material groups; suppliers have none. */
export const legacyDocumentList = bindQuery(legacyDocumentQuery, {
  // Each has its import. A left join is not begun at the few imports, which would read and sort all documents of a kind.
  from: `legacy_document d
    left join legacy_import i on i.company_code = d.company_code and i.id = d.last_import_id`,
  searchText: {
    of: ['orderNo', 'documentNo', 'materialNo', 'description'],
    columns: ['d.description', 'd.document_no', 'd.material_no', 'd.order_no'],
  },
  columns: {
    id: filled('d.id'),
    companyCode: filled('d.company_code'),
    sourceSystem: filled('d.source_system'),
    kind: filled('d.kind'),
    orderNo: filled('d.order_no'),
    orderItem: filled('d.order_item'),
    documentNo: filled('d.document_no'),
    documentDate: 'd.document_date',
    dueDate: 'd.due_date',
    supplierNo: 'd.supplier_no',
    materialNo: filled('d.material_no'),
    materialGroup: filled('d.material_group'),
    description: filled('d.description'),
    quantity: filled('d.quantity'),
    unit: filled('d.unit'),
    amount: 'd.amount',
    currency: 'd.currency',
    grossWeight: 'd.gross_weight',
    plant: filled('d.plant'),
    storageLocation: 'd.storage_location',
    remark: 'd.remark',
    importNo: filled('i.import_no'),
  },
})

/** The imports, latest first. Suppliers, who see no legacy documents, see none of them. */
export const legacyImportList = bindQuery(legacyImportQuery, {
  from: 'legacy_import i',
  columns: {
    id: filled('i.id'),
    companyCode: filled('i.company_code'),
    importNo: filled('i.import_no'),
    state: filled(`case when i.taken_back_at is null then 'done' else 'takenBack' end`),
    createdAt: filled('i.created_at'),
    createdByName: filled('i.created_by_name'),
    kind: filled('i.kind'),
    sourceSystem: filled('i.source_system'),
    fileName: filled('i.file_name'),
    mappingName: filled('i.mapping_name'),
    rowCount: filled('i.row_count'),
    newCount: filled('i.new_count'),
    changedCount: filled('i.changed_count'),
    sameCount: filled('i.same_count'),
    refusedCount: filled('i.refused_count'),
    emptiedCount: filled('i.emptied_count'),
    digestSha256: filled('i.digest_sha256'),
    takenBackAt: 'i.taken_back_at',
    takenBackByName: 'i.taken_back_by_name',
    takenBackReason: 'i.taken_back_reason',
  },
})
