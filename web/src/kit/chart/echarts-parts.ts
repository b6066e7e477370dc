import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

// Only the parts of ECharts that the product uses; the whole library is several times larger.
use([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer])

export { init }
