/** What the product, its people or the ERP do for an activity of the log. */
export type Effect =
  | 'nothing'
  | 'request'
  | 'create'
  | 'announce'
  | 'receive'
  | 'cancelReceipt'
  | 'serviceEntry'
  | 'changeQuantity'
  | 'changePrice'
  | 'changeCurrency'
  | 'changeStorageLocation'
  | 'changeDeliveryIndicator'
  | 'delete'
  | 'block'
  | 'reactivate'
  | 'release'

interface Activity {
  effect: Effect
  /** The decision, and its reason. */
  why: string
}

const invoice =
  'invoice verification is finance: no goods move, no document of the warehouse depends on it, before the goods or after'
const payment =
  'payment is finance; a block is released by the three-way match in the ERP, which reads the receipts we posted'
const shoppingCart =
  'the shopping cart lives in SRM, before there is an order or beside it; the product reads the order only'

/**
 * What each of the 42 activities of the log (BPI Challenge 2019) means for the product. The ERP's side is played by the
 * stand-in, everybody else by an account with the roles of that job.
 */
export const activities: Readonly<Record<string, Activity>> = {
  'Create Purchase Requisition Item': {
    effect: 'request',
    why: 'the ERP has a purchase request, which is mirrored; with the order it has its ordered quantity',
  },
  'Release Purchase Requisition': {
    effect: 'nothing',
    why: 'released before the order is made of it; requests are read only',
  },
  'Create Purchase Order Item': {
    effect: 'create',
    why: 'the ERP has an order item, which is mirrored; the supplier may announce its goods from then on',
  },
  'Release Purchase Order': {
    effect: 'release',
    why: 'what is not released is not announced: the ERP would refuse its receipt (06/080)',
  },
  'Change Approval for Purchase Order': {
    effect: 'release',
    why: 'a step of the release strategy, the last one in every sequence: the order is released after it',
  },
  'Receive Order Confirmation': {
    effect: 'announce',
    why: 'the supplier commits: its delivery note of the open quantity, confirmed by the storekeeper',
  },
  'Update Order Confirmation': {
    effect: 'announce',
    why: 'announced goods are left as they are, and whatever is not announced yet is',
  },
  'Record Goods Receipt': {
    effect: 'receive',
    why: 'delivery note if there is none, arrival, inspection if required, receipt, review, posting (101, or 101 and 321)',
  },
  'Cancel Goods Receipt': {
    effect: 'cancelReceipt',
    why: 'requested and approved, reversed in the ERP (102), then the goods are taken back; without a receipt before, see `readings`',
  },
  'Record Service Entry Sheet': {
    effect: 'serviceEntry',
    why: 'the item is a service: the ERP receives it by itself, we neither offer nor receive it',
  },
  'Change Quantity': {
    effect: 'changeQuantity',
    why: 'the mirror follows; less under announced goods raises a problem document',
  },
  'Change Price': {
    effect: 'changePrice',
    why: 'the mirror follows; under announced goods it raises a problem document; later receipts have the new value',
  },
  'Change Currency': { effect: 'changeCurrency', why: 'the mirror follows' },
  'Change Storage Location': {
    effect: 'changeStorageLocation',
    why: 'the mirror follows; under announced goods it raises a problem document, and they are announced for the new place',
  },
  'Change Delivery Indicator': {
    effect: 'changeDeliveryIndicator',
    why: '"delivery completed" is set or taken back in the ERP: nothing is announced while it is set',
  },
  'Delete Purchase Order Item': {
    effect: 'delete',
    why: 'nothing of it is announced any more; announced goods raise a problem document and are written off',
  },
  'Block Purchase Order Item': {
    effect: 'block',
    why: 'blocked for a time (EKPO-LOEKZ S): nothing is announced or received of it meanwhile; announced goods raise a problem document and stay as they are',
  },
  'Reactivate Purchase Order Item': {
    effect: 'reactivate',
    why: 'neither deleted nor blocked any more: its open quantity is announced again',
  },
  'Vendor creates invoice': { effect: 'nothing', why: invoice },
  'Vendor creates debit memo': { effect: 'nothing', why: invoice },
  'Record Invoice Receipt': { effect: 'nothing', why: invoice },
  'Cancel Invoice Receipt': { effect: 'nothing', why: invoice },
  'Record Subsequent Invoice': { effect: 'nothing', why: invoice },
  'Cancel Subsequent Invoice': { effect: 'nothing', why: invoice },
  'Change Final Invoice Indicator': { effect: 'nothing', why: invoice },
  'Clear Invoice': { effect: 'nothing', why: payment },
  'Remove Payment Block': { effect: 'nothing', why: payment },
  'Set Payment Block': { effect: 'nothing', why: payment },
  'Change payment term': { effect: 'nothing', why: payment },
  'Change Rejection Indicator': {
    effect: 'nothing',
    why: 'a mark of the buyer in the ERP (2 of 1,595,923 events), which no service of it tells us',
  },
  'SRM: Created': { effect: 'nothing', why: shoppingCart },
  'SRM: Complete': { effect: 'nothing', why: shoppingCart },
  'SRM: Awaiting Approval': { effect: 'nothing', why: shoppingCart },
  'SRM: Document Completed': { effect: 'nothing', why: shoppingCart },
  'SRM: In Transfer to Execution Syst.': { effect: 'nothing', why: shoppingCart },
  'SRM: Transfer Failed (E.Sys.)': { effect: 'nothing', why: shoppingCart },
  'SRM: Ordered': { effect: 'nothing', why: shoppingCart },
  'SRM: Change was Transmitted': { effect: 'nothing', why: shoppingCart },
  'SRM: Transaction Completed': { effect: 'nothing', why: shoppingCart },
  'SRM: Incomplete': { effect: 'nothing', why: shoppingCart },
  'SRM: Held': { effect: 'nothing', why: shoppingCart },
  'SRM: Deleted': { effect: 'nothing', why: shoppingCart },
}

/** The effect of an activity; throws for one that the log does not have. */
export function effectOf(activity: string): Effect {
  const found = activities[activity]
  if (found === undefined) throw new Error(`the log has no activity "${activity}"`)
  return found.effect
}
