import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import type { WantedUser } from '../identity/ensure-user.ts'
import { demonstrationUnit, suppliers } from './partners.ts'

/** An account of the demonstration: the columns of the account table and the data for identity. */
export interface DemonstrationAccount extends WantedUser {
  roleZh: string
}

const password = 'Kufang@2026'
const both = [{ companyCode: '1010' }, { companyCode: '1020' }]

/** Role codes of pages and their menu groups, which need their own (shell.md section 1). */
function rolesOf(...paths: string[]): string[] {
  return [
    ...new Set(paths.flatMap((path) => [cataloguePage(path).groupRole, cataloguePage(path).role])),
  ]
}

const queries = [
  '/deliverManager/queryDelivery',
  '/receive/receiveRecordRow',
  '/shippingManagement/outRecode',
  '/Stock/stockSearch',
]

const keeping = rolesOf(
  ...queries,
  '/dataCenter/purchaseOrderSearch',
  '/dataCenter/reservedSearch',
  '/base/locationMgr',
  '/base/materialSearch',
  '/deliverManager/deliverAffirm',
  '/receive/arrivalAffirm',
  '/receive/receivingGoodsWarehouse',
  '/receive/reversalArrivalRecord',
  '/shippingManagement/selfDelivery',
  '/shippingManagement/outRecordCounteract',
  '/preQualityInspectionNotice/preQualityInspectionNoticeQuery',
  '/preQualityInspectionNotice/unpackingTimeConfirmation',
  '/Stock/stockInitialization',
  '/transfer/createTransfer',
  '/transfer/transferMaintain',
  '/transfer/transferSearch',
  '/checkForm/checkFormResult',
  '/checkForm/checkFormSearch',
)

/** One account per kind of user, with the roles of its job only. */
export const demonstrationAccounts: readonly DemonstrationAccount[] = [
  { account: 'admin', roleZh: '系统管理员', userName: '系统管理员', password, roles: ['admin'] },
  {
    account: 'supplier',
    roleZh: '供应商',
    userName: suppliers[0]!.contactName,
    password,
    userType: 'EXU',
    supplierNo: suppliers[0]!.supplierNo,
    plants: both,
    roles: rolesOf(
      '/deliverManager/supplierCreate',
      '/deliverManager/supplierMaintain',
      '/deliverManager/queryDelivery',
    ),
  },
  {
    account: 'buyer',
    roleZh: '采购员',
    userName: '苗青',
    password,
    plants: both,
    roles: rolesOf(
      ...queries,
      '/dataCenter/purchaseOrderSearch',
      '/dataCenter/purchaseRequestSearch',
      '/dataCenter/salesOrderSearch',
      '/deliverManager/buyerCreate',
      '/deliverManager/buyerMaintain',
      '/deliverManager/deliveryWriteOff',
      '/base/materialSearch',
      '/base/excessDirectory',
    ),
  },
  {
    account: 'storekeeper',
    roleZh: '保管员',
    userName: '周海宁',
    password,
    plants: [{ companyCode: '1010' }],
    roles: keeping,
  },
  {
    account: 'storekeeper2',
    roleZh: '保管员（新材料）',
    userName: '陶知远',
    password,
    plants: [{ companyCode: '1020' }],
    roles: keeping,
  },
  {
    account: 'shiftleader',
    roleZh: '仓储班长',
    userName: '康健',
    password,
    plants: both,
    roles: rolesOf(
      ...queries,
      '/receive/auditReceive',
      '/receive/receiveWriteoffAudit',
      '/shippingManagement/auditShipping',
      '/checkForm/checkFormCreate',
      '/checkForm/checkFormResult',
      '/checkForm/checkFormCancel',
      '/checkForm/checkFormSearch',
      '/indicatorData/timelyStorageOneRate',
    ),
  },
  {
    account: 'inspector',
    roleZh: '质检员',
    userName: '郝明',
    password,
    plants: both,
    roles: rolesOf(
      '/preQualityInspectionNotice/preQualityInspectionNoticeQuery',
      '/preQualityInspectionNotice/preQualityInspectionOrders',
      '/preQualityInspectionNotice/preQualityInspectionNoticeMonadQuery',
    ),
  },
  {
    account: 'qualitysupervisor',
    roleZh: '质检主管',
    userName: '安和',
    password,
    plants: both,
    roles: rolesOf(
      '/preQualityInspectionNotice/preQualityInspectionNoticeQuery',
      '/preQualityInspectionNotice/preQualityInspectionNoticeMaintenance',
      '/preQualityInspectionNotice/unpackingTimeConfirmation',
      '/preQualityInspectionNotice/qualityInspectorConfirm',
      '/preQualityInspectionNotice/preQualityInspectionNoticeMonadQuery',
    ),
  },
  {
    account: 'requester',
    roleZh: '领料人',
    userName: '沈一诺',
    password,
    plants: [{ companyCode: demonstrationUnit.companyCode, plant: demonstrationUnit.plant }],
    pickingUnits: [demonstrationUnit],
    roles: rolesOf(
      '/dataCenter/reservedSearch',
      '/base/materialSearch',
      '/pickings/picking',
      '/pickings/emergency',
      '/pickings/pickingEdit',
      '/pickings/pickingWithdRaw',
      '/pickings/materialApplicationQuery',
    ),
  },
  {
    account: 'unithead',
    roleZh: '领料单位主管',
    userName: demonstrationUnit.headName,
    password,
    plants: [{ companyCode: demonstrationUnit.companyCode, plant: demonstrationUnit.plant }],
    pickingUnits: [demonstrationUnit],
    functions: ['LLDSP'],
    roles: rolesOf(
      '/pickings/materialApplicationQuery',
      '/pickings/pickingWithdRaw',
      '/shippingManagement/outRecode',
      '/transfer/transferConfirmation',
      '/transfer/transferSearch',
    ),
  },
  {
    account: 'engineer',
    roleZh: '物资工程师',
    userName: '房思远',
    password,
    plants: both,
    roles: rolesOf(
      '/Stock/stockSearch',
      '/checkForm/checkFormDifferDealwith',
      '/checkForm/checkFormSearch',
    ),
  },
  {
    account: 'chief',
    roleZh: '仓储主任',
    userName: '章立群',
    password,
    plants: both,
    roles: rolesOf(
      '/Stock/stockSearch',
      '/checkForm/checkFormDifferDealwith',
      '/checkForm/checkFormCancel',
      '/checkForm/checkFormSearch',
    ),
  },
  {
    account: 'poster',
    roleZh: '过账员',
    userName: '管仲宁',
    password,
    plants: both,
    roles: rolesOf(
      ...queries,
      '/receive/receivePosting',
      '/receive/receiveWriteoff',
      '/shippingManagement/outPostAccount',
      '/shippingManagement/outCounteract',
      '/checkForm/checkFormDifferDealwith',
      '/checkForm/checkFormSearch',
      '/Stock/sapStockSearch',
      '/log/messageLogQuery',
      '/log/sapOperationLogQuery',
    ),
  },
]
