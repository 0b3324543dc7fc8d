"""What LibreOffice loads: names the job that starts the probe."""

import unohelper
from office_probe.start import StartProbe

g_ImplementationHelper = unohelper.ImplementationHelper()  # noqa: N816  LibreOffice looks for this name
g_ImplementationHelper.addImplementation(
    StartProbe, "org.writeragent.test.StartProbe", ("org.writeragent.test.StartProbe",)
)
