/**
 * Fields that people of the company see and external users, who sign in for a supplier, do not: numbers of documents and
 * persons that are none of theirs. By name of the document, query or master.
 */
export const internal: Readonly<Record<string, readonly string[]>> = {
  // Our checks, arrivals and receipts, and documents of the ERP with their users.
  'problem-document': ['concernedNos'],
}

/** The fields of a document, query or master that external users do not see. */
export const internalFields = (name: string | undefined): readonly string[] =>
  name !== undefined && Object.hasOwn(internal, name) ? internal[name]! : []
