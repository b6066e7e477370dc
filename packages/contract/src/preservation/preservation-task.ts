import { defineDocument, state } from '../document/declare/define-document.ts'
import { reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { keptReason, reasonsOfWithdrawal } from '../document/declare/reason.ts'

/** Preservation task 保养任务单: what is to be done to goods in stock so that they stay fit for use, and how it was found. */
export const preservationTask = defineDocument({
  name: 'preservation-task',
  area: 'preservation',
  label: label('保养任务单', 'Preservation task'),
  prefix: 'BY',
  header: {
    plant: reference(label('工厂', 'Plant'), 'plant', { required: true, width: 80 }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      required: true,
      width: 100,
    }),
    reason: text(label('原因', 'Reason'), { lengthMax: 200, width: 160 }),
  },
  lines: {
    materialNo: reference(label('物料编码', 'Material'), 'material', {
      required: true,
      width: 130,
    }),
    bin: reference(label('货位', 'Bin'), 'bin', { required: true, width: 120 }),
  },
  states: {
    draft: state(label('草稿', 'Draft'), 'draft'),
    confirmed: state(label('已确认', 'Confirmed'), 'done'),
    withdrawn: state(label('已撤回', 'Withdrawn'), 'undone'),
  },
  initial: 'draft',
  editable: ['draft'],
  actions: {
    confirm: { label: label('确认', 'Confirm'), from: ['draft'], to: 'confirmed' },
    withdraw: {
      label: label('撤回', 'Withdraw'),
      from: ['confirmed'],
      to: 'withdrawn',
      isDangerous: true,
      input: keptReason(
        'withdrawalReason',
        label('撤回原因', 'Reason of withdrawal'),
        reasonsOfWithdrawal,
      ),
    },
  },
  pages: {
    '/materialPropertyManage/preservationCreate': {
      kind: 'maintain',
      creates: true,
      states: ['draft', 'confirmed'],
      actions: ['confirm', 'withdraw'],
      actionAfterCreate: 'confirm',
      filters: ['docNo', 'state', 'plant', 'storageLocation', 'createdAt'],
    },
    '/materialPropertyManage/preservationTask': {
      kind: 'step',
      states: ['confirmed'],
      actions: ['withdraw'],
    },
    '/materialPropertyManage/preservationSearch': {
      kind: 'query',
      filters: ['docNo', 'state', 'plant', 'createdAt'],
    },
  },
})
