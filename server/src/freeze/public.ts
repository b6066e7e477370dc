// The interface of the freezes for other areas. Who holds a key is answered by the ledger (ledger/holds/who-holds.ts).
export {
  drawableFor,
  drawForWorkOrder,
  giveBackToWorkOrder,
  type DrawnStock,
} from './draw-for-work-order.ts'
