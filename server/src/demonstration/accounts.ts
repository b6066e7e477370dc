import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { documents } from '@kufang/contract/registry.ts'
import { jobs, type Job, type JobDescription } from '../document/journey/jobs.ts'
import { findJourney, type AnyJourney } from '../document/journey/journey.ts'
import '../journeys.ts'
import { wholeCompany, type WantedUser } from '../identity/ensure-user.ts'
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

/** The records of goods for other companies, from which the steps hidden from the menu are opened. */
const crossCompanyRecords = '/outWarehouseCross/outWarehouseQueryCross'

/** Where goods are released, and a freeze is reversed; and what is frozen. */
const frozen = ['/freeze/freezeRecordTransferItems', '/freeze/freezeRecordSearch']

/** Attributes, classes and duplicates of materials: one person changes what is a rule, another approves it. */
const ofMaterials = [
  '/materialPropertyManage/inventoryClassification',
  '/materialPropertyManage/iClassificationOrMaterialRel',
  '/materialPropertyManage/hazardousSubstance',
  '/materialPropertyManage/majorHazard',
  '/materialPropertyManage/duplicateMaterial',
]

const keeping = rolesOf(
  ...queries,
  '/dataCenter/purchaseOrderSearch',
  '/dataCenter/legacyDocumentSearch',
  '/dataCenter/itemHistorySearch',
  '/dataCenter/reservedSearch',
  '/base/locationMgr',
  '/base/materialSearch',
  '/materialPropertyManage/majorHazard',
  '/deliverManager/deliverAffirm',
  '/receive/arrivalAffirm',
  '/receive/receivingGoodsWarehouse',
  '/receive/reversalArrivalRecord',
  '/shippingManagement/selfDelivery',
  '/shippingManagement/outRecordCounteract',
  '/preQualityInspectionNotice/preQualityInspectionNoticeQuery',
  '/preQualityInspectionNotice/preQualityInspectionNoticeMonadQuery',
  '/preQualityInspectionNotice/unpackingTimeConfirmation',
  '/Stock/stockInitialization',
  '/checkForm/checkFormResult',
  '/checkForm/checkFormSearch',
  '/distribu/deliveryOrderSearch',
  '/freeze/stockFreeze',
  '/freeze/stockFreezeEam',
  '/freeze/freezeRecordEdit',
  ...frozen,
  crossCompanyRecords,
)

/** What is kept of goods, and what of it is missing. */
const quotas = [
  '/Stock/stockSearchSafe',
  '/SafeStock/safeStockSearch',
  '/accountManage/quotaStore',
] as const

/** What the account of a job has besides its name and the pages that follow from the journeys. */
const accountsOfJobs: Partial<Record<Job, Partial<WantedUser> & { roles: readonly string[] }>> = {
  supplier: {
    userName: suppliers[0]!.contactName,
    userType: 'EXU',
    supplierNo: suppliers[0]!.supplierNo,
    roles: rolesOf(
      '/deliverManager/supplierCreate',
      '/deliverManager/supplierMaintain',
      '/deliverManager/supplierReceiverSetting',
      '/deliverManager/queryDelivery',
      '/deliverManager/consignmentDrawn',
    ),
  },
  buyer: {
    roles: rolesOf(
      ...queries,
      ...quotas,
      '/accountManage/receiveRecordAccountTailAfter',
      '/dataCenter/purchaseOrderSearch',
      '/dataCenter/legacyDocumentSearch',
      '/dataCenter/itemHistorySearch',
      '/dataCenter/purchaseRequestSearch',
      '/dataCenter/salesOrderSearch',
      '/deliverManager/buyerCreate',
      '/deliverManager/buyerMaintain',
      '/deliverManager/deliveryWriteOff',
      '/deliverManager/problemDocument',
      '/deliverManager/consignmentDrawn',
      '/base/materialSearch',
      '/base/excessDirectory',
      '/base/wbcConstructionUnit',
      '/base/receiveUnitSettingSearch',
    ),
  },
  storekeeper: {
    plants: [{ companyCode: '1010' }],
    functions: ['KGSCK', 'WDDDJ', 'PSDZC', 'GXWZDF'],
    roles: keeping,
    binAreas: ['1101', '1102'].map((storageLocation) => ({
      companyCode: '1010',
      plant: '1011',
      storageLocation,
      area: 'A',
    })),
  },
  counter: {
    plants: [{ companyCode: '1010' }],
    roles: rolesOf(
      '/Stock/stockSearch',
      '/checkForm/checkFormResult',
      '/checkForm/checkFormSearch',
    ),
  },
  shiftLeader: {
    roles: rolesOf(
      ...queries,
      '/dataCenter/itemHistorySearch',
      ...quotas,
      '/accountManage/receiveRecordAccountTailAfter',
      '/Stock/stockInitialization',
      '/receive/auditReceive',
      '/receive/receiveWriteoffAudit',
      '/shippingManagement/auditShipping',
      crossCompanyRecords,
      '/checkForm/checkFormResult',
      '/checkForm/checkFormDifferDealwith',
      '/checkForm/checkFormCancel',
      '/checkForm/checkFormSearch',
      '/checkForm/checkFormAccuracy',
      '/indicatorData/timelyStorageOneRate',
      '/distribu/deliveryOrderSearch',
      '/base/carManage',
      '/base/deliveryManManage',
      ...frozen,
      '/base/deliveryPlaceManage',
      '/base/distributionCatalogue',
      '/base/receiveUnitSetting',
      '/base/wbsDeptInventoryRel',
    ),
    functions: ['ZCDSP', 'ZCDCHX', 'PDCYSH', 'WDDTH', 'DJDSP', 'KCTZSH', 'BYQX'],
  },
  inspector: {
    roles: rolesOf(
      '/preQualityInspectionNotice/preQualityInspectionNoticeQuery',
      '/preQualityInspectionNotice/preQualityInspectionOrders',
      '/preQualityInspectionNotice/preQualityInspectionNoticeMonadQuery',
      '/preQualityInspectionNotice/inspectionResultQuery',
      '/preQualityInspectionNotice/inspectionCharacteristics',
      // Freezes what an inspection puts in doubt, and says when it is good.
      '/freeze/stockFreeze',
      '/freeze/freezeRecordEdit',
      '/Stock/stockSearch',
      ...frozen,
    ),
  },
  qualitySupervisor: {
    functions: ['KCTZSP'],
    roles: rolesOf(
      '/Stock/stockSearch',
      '/preQualityInspectionNotice/preQualityInspectionNoticeQuery',
      '/preQualityInspectionNotice/preQualityInspectionNoticeMaintenance',
      '/preQualityInspectionNotice/unpackingTimeConfirmation',
      '/preQualityInspectionNotice/qualityInspectorConfirm',
      '/preQualityInspectionNotice/preQualityInspectionOrders',
      '/preQualityInspectionNotice/preQualityInspectionNoticeMonadQuery',
      '/preQualityInspectionNotice/inspectionResultQuery',
      '/preQualityInspectionNotice/inspectionCharacteristics',
      '/base/qualityInspectionUnit',
    ),
  },
  requester: {
    plants: [{ companyCode: demonstrationUnit.companyCode, plant: demonstrationUnit.plant }],
    pickingUnits: [demonstrationUnit],
    roles: rolesOf(
      '/dataCenter/reservedSearch',
      '/dataCenter/salesOrderSearch',
      '/base/materialSearch',
      ...quotas,
      '/pickings/picking',
      '/pickings/emergency',
      '/pickings/pickingSale',
      '/pickings/pickingEdit',
      '/pickings/pickingWithdRaw',
      '/pickings/materialApplicationQuery',
      '/distribu/deliveryOrderSearch',
    ),
  },
  unitHead: {
    userName: demonstrationUnit.headName,
    plants: [{ companyCode: demonstrationUnit.companyCode, plant: demonstrationUnit.plant }],
    pickingUnits: [demonstrationUnit],
    functions: ['LLDSP'],
    roles: rolesOf(
      '/pickings/materialApplicationQuery',
      '/pickings/pickingWithdRaw',
      '/shippingManagement/outRecode',
    ),
  },
  materialEngineer: {
    functions: ['AQKCSP'],
    roles: rolesOf(
      '/Stock/stockSearch',
      ...quotas,
      '/SafeStock/safeStockPrice',
      '/base/safetyDataSheet',
      '/base/materialSearch',
      '/checkForm/checkFormCreate',
      '/checkForm/checkFormDifferDealwith',
      '/checkForm/checkFormSearch',
      '/dataCenter/purchaseRequestSearch',
      '/deliverManager/deliveryApprove',
      // Freezes goods for maintenance work orders.
      '/freeze/stockFreezeEam',
      '/freeze/freezeRecordEdit',
      '/freeze/freezeRecordSearch',
      ...ofMaterials,
    ),
  },
  materialChief: {
    functions: ['PDCYSH', 'PDCYZRSP', 'SHDZRSP', 'KCTZZR', 'ZCDZR', 'BHPBFZR'],
    // The second person of changes of rules.
    roles: rolesOf(
      '/base/externalSystemIntegration',
      '/base/excessDirectory',
      '/base/materialSearch',
      ...ofMaterials,
      '/system/systemPageSetup',
      '/system/sapApiDeployMessage',
      '/Stock/stockSearch',
      '/priceManage/stockAmount',
      '/priceManage/arrivalRecordAmount',
      '/Stock/stockInitialization',
      // Approves losses and scrapping by what they are worth.
      '/priceManage/dumpAmount',
      '/priceManage/scrapAmount',
      // Sets the company up: what the old system had is taken over by him.
      '/dataCenter/legacyDocumentSearch',
      '/dataCenter/legacyDocumentImport',
      '/dataCenter/purchaseRequestSearch',
      '/deliverManager/deliveryApprove',
      '/checkForm/checkFormDifferDealwith',
      '/checkForm/checkFormCancel',
      '/checkForm/checkFormSearch',
      '/checkForm/checkFormAccuracy',
    ),
  },
  driver: {
    plants: [{ companyCode: '1010' }],
    functions: ['PSDPS'],
    roles: rolesOf('/distribu/deliveryOrderSearch'),
  },
  poster: {
    functions: ['ZCDCHX', 'KCTZGZ'],
    roles: rolesOf(
      ...queries,
      '/dataCenter/itemHistorySearch',
      crossCompanyRecords,
      '/dataCenter/purchaseOrderSearch',
      '/dataCenter/salesOrderSearch',
      '/pickings/materialApplicationQuery',
      '/receive/receivePosting',
      '/receive/receiveWriteoff',
      '/shippingManagement/outPostAccount',
      '/shippingManagement/outCounteract',
      '/checkForm/checkFormDifferDealwith',
      '/checkForm/checkFormSearch',
      '/Stock/stockInitialization',
      '/Stock/sapStockSearch',
      ...frozen,
      '/log/messageLogQuery',
      '/log/sapOperationLogQuery',
    ),
  },
}

const claimed = new Set(Object.values(accountsOfJobs).flatMap(({ roles }) => roles))

/**
 * The pages of documents that no account above names are for the jobs that, by the journey of the document, create it or
 * perform an action there; for everyone in the journey if the page has no action.
 */
const derivedPages: readonly { path: string; jobs: ReadonlySet<Job> }[] =
  Object.values<AnyDocument>(documents).flatMap((definition) =>
    Object.entries(definition.pages)
      .filter(([path]) => !claimed.has(cataloguePage(path).role))
      .map(([path, page]) => ({ path, jobs: jobsOfPage(findJourney(definition.name), page) })),
  )

/** The jobs that work on a page by the journey of its document. */
export function jobsOfPage(
  { start, acts }: AnyJourney,
  { actions = [], creates, kind }: AnyDocument['pages'][string],
): ReadonlySet<Job> {
  const makers = start === undefined ? [] : [start.by]
  const acting = actions.flatMap((action) => acts[action]?.by ?? [])
  const found = [...acting, ...(creates === true || kind === 'create' ? makers : [])]
  return new Set(found.length > 0 ? found : [...makers, ...Object.values(acts).map(({ by }) => by)])
}

/** The account of a job, with the roles of its pages only. */
function accountOf(job: Job): DemonstrationAccount {
  const { account, zh, person = zh }: JobDescription = jobs[job]
  const { roles = [], ...more } = accountsOfJobs[job] ?? {}
  const pages = derivedPages.filter((page) => page.jobs.has(job)).map(({ path }) => path)
  return {
    account,
    roleZh: zh,
    userName: person,
    password,
    plants: both,
    ...wholeCompany,
    ...more,
    roles: [...new Set([...roles, ...rolesOf(...pages)])],
  }
}

/** One account per job, a second storekeeper for the second company, and the administrator. */
export const demonstrationAccounts: readonly DemonstrationAccount[] = [
  { account: 'admin', roleZh: '系统管理员', userName: '系统管理员', password, roles: ['admin'] },
  ...(Object.keys(jobs) as Job[]).map(accountOf),
  {
    ...accountOf('storekeeper'),
    account: 'storekeeper2',
    roleZh: '保管员（新材料）',
    userName: '陶知远',
    plants: [{ companyCode: '1020' }],
    binAreas: [],
  },
]
