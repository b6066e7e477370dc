/**
 * Header fields with the place where goods arrive that left the document's own: people within that place see the document
 * once it is no draft any more, and do what is done there (`isAtReceiver` of an action).
 */
export interface ReceivedAtDeclaration<HeaderColumn extends string> {
  plant: HeaderColumn
  storageLocation: HeaderColumn
}
