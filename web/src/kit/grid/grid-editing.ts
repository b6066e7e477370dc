// Only that: the build resolves AG Grid to its editing part here (web/grid-parts.ts), which lists do not load.
export { CustomEditorModule } from 'ag-grid-community'
