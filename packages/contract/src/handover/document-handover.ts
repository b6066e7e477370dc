import { defineDocument, state } from '../document/declare/define-document.ts'
import { choice, integer, kept, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { submissionLifecycle } from '../document/declare/submission-lifecycle.ts'

const submission = submissionLifecycle({
  submit: label('提交', 'Submit'),
  submitted: label('待接收确认', 'Awaiting confirmation'),
  withdraw: true,
  accept: {
    action: 'confirm',
    label: label('接收确认', 'Confirm receipt'),
    state: 'confirmed',
    accepted: label('已接收', 'Received'),
    isPreviewed: false,
  },
  refuse: { keptAs: 'returnReason', reason: label('退回原因', 'Reason of return') },
})

/**
 * Document handover 资料移交单: certificates, manuals and drawings handed over to the unit that keeps them; moves no goods.
 */
export const documentHandover = defineDocument({
  name: 'document-handover',
  area: 'handover',
  label: label('资料移交单', 'Document handover'),
  prefix: 'ZL',
  goods: false,
  about: ['title'],
  header: {
    plant: reference(label('工厂', 'Plant'), 'plant', { required: true, width: 80 }),
    storageLocation: reference(label('库存地点', 'Storage location'), 'storage-location', {
      required: true,
      width: 100,
    }),
    receivingUnit: reference(label('接收单位', 'Receiving unit'), 'picking-unit', {
      required: true,
      width: 140,
    }),
    recipient: text(label('接收人', 'Recipient'), {
      required: true,
      lengthMax: 40,
      isSigner: true,
      width: 100,
    }),
  },
  lines: {
    title: text(label('资料名称', 'Title'), { required: true, lengthMax: 100, width: 240 }),
    documentKind: choice(
      label('资料类别', 'Kind'),
      {
        conformity: label('合格证', 'Certificate of conformity'),
        quality: label('质保书', 'Mill test certificate'),
        manual: label('说明书', 'Manual'),
        drawing: label('图纸', 'Drawing'),
        supervision: label('监检证书', 'Supervision certificate'),
      },
      { required: true, width: 110 },
    ),
    copies: integer(label('份数', 'Copies'), { required: true, minimum: '1', width: 70 }),
    copyKind: choice(
      label('原件/复印', 'Original or copy'),
      { original: label('原件', 'Original'), copy: label('复印件', 'Copy') },
      { required: true, usual: 'original', width: 100 },
    ),
    medium: choice(
      label('介质', 'Medium'),
      { paper: label('纸质', 'Paper'), file: label('电子', 'File') },
      { required: true, usual: 'paper', width: 80 },
    ),
    ofMaterialNo: reference(label('对应物料', 'Of material'), 'material', { width: 130 }),
    ofBatch: text(label('对应批次', 'Of batch'), { code: 'capitals', lengthMax: 10, width: 110 }),
    equipmentTag: text(label('设备位号', 'Equipment tag'), { lengthMax: 40, width: 120 }),
  },
  relabel: { docNo: label('移交单号', 'Document handover') },
  states: {
    ...submission.states,
    /** The papers are archived under an archive number. */
    archived: state(label('已归档', 'Archived'), 'done'),
  },
  ...submission.entry,
  actions: {
    ...submission.actions,
    // Whoever takes the papers signs for them.
    confirm: { ...submission.actions.confirm, handsOver: { signer: 'recipient' } },
    archive: {
      label: label('归档', 'Archive'),
      from: ['confirmed'],
      to: 'archived',
      input: {
        archiveNo: kept(
          'archiveNo',
          text(label('档案号', 'Archive no.'), { required: true, lengthMax: 40 }),
        ),
      },
    },
  },
  pages: {
    '/transfer/createTransfer': { kind: 'create', actionAfterCreate: 'submit' },
    '/transfer/transferMaintain': {
      kind: 'maintain',
      states: ['draft', 'returned', 'submitted', 'confirmed'],
      actions: ['submit', 'withdraw', 'archive'],
      filters: ['docNo', 'state', 'receivingUnit', 'plant', 'createdAt'],
    },
    '/transfer/transferConfirmation': {
      kind: 'step',
      states: ['submitted'],
      actions: ['confirm', 'refuse'],
      filters: ['docNo', 'receivingUnit', 'plant', 'createdAt'],
    },
    '/transfer/transferSearch': {
      kind: 'query',
      level: 'line',
      filters: ['docNo', 'state', 'title', 'documentKind', 'receivingUnit', 'ofMaterialNo'],
    },
  },
})
