import { pageCatalogue } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { defineDocument, state } from '@kufang/contract/document/declare/define-document.ts'
import { quantity, reference } from '@kufang/contract/document/declare/field.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import { registry } from '@kufang/contract/registry.ts'

// The document types in which `planted-faults.test.ts` plants faults.

const [loanPage, returnPage] = pageCatalogue
  .filter(({ path }) => !registry.pages.some((page) => page.path === path))
  .map(({ path }) => path)

/** Lent goods, reported broken or taken back. */
export const testLoan = defineDocument({
  name: 'test-loan',
  area: 'requisition',
  label: label('试验借用单', 'Test loan'),
  prefix: 'ZY',
  header: {
    plant: reference(label('工厂', 'Plant'), 'plant', { required: true }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      required: true,
    }),
  },
  lines: {
    materialNo: reference(label('物料编码', 'Material'), 'material', { required: true }),
    bin: reference(label('货位', 'Bin'), 'bin', { required: true }),
    shelf: reference(label('借用货位', 'Shelf'), 'bin', { required: true }),
    brokenQuantity: quantity(label('损坏数量', 'Broken'), { by: 'server' }),
    brokenBin: reference(label('损坏品货位', 'Bin of what is broken'), 'bin', { by: 'server' }),
  },
  states: {
    draft: state(label('草稿', 'Draft'), 'draft'),
    submitted: state(label('待审批', 'Awaiting approval'), 'waiting'),
    approved: state(label('已批准', 'Approved'), 'waiting'),
    lent: state(label('已借出', 'Lent'), 'done'),
    reported: state(label('损坏待确认', 'Damage reported'), 'waiting'),
    broken: state(label('已损坏', 'Broken'), 'done'),
  },
  initial: 'draft',
  editable: ['draft'],
  actions: {
    submit: { label: label('提交审批', 'Submit for approval'), from: ['draft'], to: 'submitted' },
    approve: {
      label: label('批准', 'Approve'),
      from: ['submitted'],
      to: 'approved',
      notBy: ['create', 'submit'],
    },
    withdrawApproval: {
      label: label('撤销批准', 'Withdraw approval'),
      from: ['approved'],
      to: 'submitted',
    },
    lend: { label: label('借出', 'Lend'), from: ['approved'], to: 'lent' },
    reversePhysical: { label: label('冲销', 'Reverse'), from: ['lent'], to: 'approved' },
    report: {
      label: label('报告损坏', 'Report damage'),
      from: ['lent'],
      to: 'reported',
      lineInput: {
        brokenQuantity: quantity(label('损坏数量', 'Broken'), { required: true }),
        brokenBin: reference(label('损坏品货位', 'Bin of what is broken'), 'bin'),
      },
      lineLimits: { brokenQuantity: 'quantity' },
    },
    refuseReport: { label: label('驳回', 'Refuse'), from: ['reported'], to: 'lent' },
    confirm: { label: label('确认', 'Confirm'), from: ['reported'], to: 'broken' },
    tell: {
      label: label('登记损坏', 'Tell what is broken'),
      from: ['lent'],
      to: null,
      isSystem: true,
      lineInput: { brokenQuantity: quantity(label('损坏数量', 'Broken'), { required: true }) },
    },
  },
  pages: {
    [loanPage!]: {
      kind: 'maintain',
      creates: true,
      actions: [
        'submit',
        'approve',
        'withdrawApproval',
        'lend',
        'reversePhysical',
        'report',
        'refuseReport',
        'confirm',
      ],
    },
  },
})

/** The return of lent goods, a successor, which tells the loan what is broken. */
export const testReturn = defineDocument({
  name: 'test-return',
  area: 'requisition',
  label: label('试验归还单', 'Test return'),
  prefix: 'ZG',
  header: {},
  lines: {},
  states: {
    draft: state(label('草稿', 'Draft'), 'draft'),
    returned: state(label('已归还', 'Returned'), 'done'),
  },
  initial: 'draft',
  editable: ['draft'],
  source: {
    document: 'test-loan',
    states: ['lent'],
    header: ['companyCode', 'plant', 'storageLocation'],
    lines: ['materialNo', 'description', 'specification', 'materialGroup', 'unit'],
  },
  actions: {
    confirm: { label: label('确认', 'Confirm'), from: ['draft'], to: 'returned' },
    withdraw: { label: label('撤回', 'Withdraw'), from: ['returned'], to: 'draft', isUndo: true },
  },
  pages: { [returnPage!]: { kind: 'maintain', creates: true, actions: ['confirm', 'withdraw'] } },
})
