import { ModuleRegistry } from 'ag-grid-community'
import { CustomEditorModule } from './grid-editing.ts'
import './grid-modules.ts'

/** What tables need beyond those of lists, so that cells are edited. */
ModuleRegistry.registerModules([CustomEditorModule])
