/** The posting of ours that a document in the ERP reverses. */
export interface OriginalPosting {
  id: string
  documentType: string
  documentId: string
  documentNo: string
  materialDocument: string
  materialDocumentYear: string
  itemCount: number
}
