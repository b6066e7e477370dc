import type { Language } from '../text/language.ts'

/** The texts of AG Grid that can appear in this table; English is built in. */
const chinese: Record<string, string> = {
  loadingOoo: '加载中…',
  loadingError: '加载失败',
  noRowsToShow: '没有数据',
  ariaLabelCellEditor: '单元格编辑',
  ariaLabelLoading: '加载中',
  ariaLabelSelectField: '选择',
  ariaChecked: '已选中',
  ariaUnchecked: '未选中',
  ariaIndeterminate: '部分选中',
  ariaRowDeselect: '按空格取消选择此行',
  ariaRowSelect: '按空格选择此行',
  ariaRowToggleSelection: '按空格切换行选择',
  ariaRowSelectAll: '按空格切换全部行选择',
  ariaSkeletonCellLoading: '数据加载中',
  ariaSkeletonCellLoadingFailed: '数据加载失败',
  ariaSortableColumn: '按回车排序',
  ariaToggleVisibility: '按空格切换显示',
  ariaHeaderSelection: '选择全部行',
  ariaInputEditor: '输入',
  ariaLabelTooltip: '提示',
}

/** Corrections of AG Grid's English. */
const english: Record<string, string> = {
  ariaHeaderSelection: 'Select all rows',
}

export function gridLocale(language: Language): Record<string, string> {
  return language === 'zh' ? chinese : english
}
