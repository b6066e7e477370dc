/** Where a supplier announces a delivery: the one primary action of his home page. */
export const announcePath = '/deliverManager/supplierCreate'
