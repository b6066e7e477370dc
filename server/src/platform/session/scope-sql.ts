import { allValues } from '@kufang/contract/document/declare/define-relation.ts'

/** SQL: `app_user u` has this storage location in the data scope; the rule of `loadSession`, for many users at once. */
export const hasStorageLocation = (
  companyCode: string,
  plant: string,
  storageLocation: string,
): string =>
  `exists (select from user_storage_location l where l.user_id = u.id and l.valid_to is null and l.company_code = ${companyCode}
     and l.plant in ('${allValues}', ${plant}) and l.storage_location in ('${allValues}', ${storageLocation}))`

/** SQL: documents of this supplier ('' for none) are not closed to `app_user u`; external users see their supplier's only. */
export const isOfSupplier = (supplierNo: string): string =>
  `(u.supplier_no = ${supplierNo} and u.supplier_no <> '' or u.supplier_no = '' and u.user_type = 'EMP')`
