"""The profile of the LibreOffice that converts: its settings, and the macro that does it.

Owns: what is written into a fresh profile. Does not own: the process (office).

The macro takes one file after another while LibreOffice stays up. Measured, for the same 18 files:
0.1 to 0.3 s a file, against 1.0 to 1.5 s for `soffice --convert-to`, whose second call on one
profile moreover ends the office that runs there; UNO from outside would need LibreOffice's own
Python, which many systems lack. A macro in Basic is in every LibreOffice, and it alone can say how
a document is loaded: by which filter, without its macros, without updating its links.

They talk by files in one folder, which works everywhere: the worker writes "job" (number,
source, target, both filters, one a line), the macro answers with "done.NUMBER" holding "" or
LibreOffice's words. Paths are file URLs, which are ASCII, as Basic reads the system's encoding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from pathlib import Path

MACRO_URL = "macro:///Standard.Converter.Serve"

_COMMON = "/org.openoffice.Office.Common"
_SETTINGS = (
    # No document's macros, nothing from elsewhere, nothing over the network. "Active content" stays
    # on: switched off it takes every chart and equation out of what is converted.
    (f"{_COMMON}/Security/Scripting", "MacroSecurityLevel", "3"),
    (f"{_COMMON}/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
    (f"{_COMMON}/Security/Scripting", "DisableOLEAutomation", "true"),
    ("/org.openoffice.Office.Writer/Content/Update", "Link", "0"),
    ("/org.openoffice.Office.Calc/Content/Update", "Link", "1"),
    ("/org.openoffice.Inet/Settings", "ooInetProxyType", "1"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPProxyName", "127.0.0.1"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPProxyPort", "9"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPSProxyName", "127.0.0.1"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPSProxyPort", "9"),
    ("/org.openoffice.Office.Java/VirtualMachine", "Enable", "false"),
    # Nobody looks: no recovery, no first-start pages, no pictures of the first page.
    (f"{_COMMON}/Misc", "FirstRun", "false"),
    (f"{_COMMON}/Save/Document", "GenerateThumbnail", "false"),
    ("/org.openoffice.Office.Recovery/AutoSave", "Enabled", "false"),
    ("/org.openoffice.Office.Recovery/RecoveryInfo", "Enabled", "false"),
    ("/org.openoffice.Setup/Office", "ooSetupInstCompleted", "true"),
    # The words LibreOffice puts in are known; dates and numbers stay those of the user's system.
    ("/org.openoffice.Setup/L10N", "ooLocale", "en-US"),
)

_HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n'
_DOCTYPE = '<!DOCTYPE {name} PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "{file}">\n'
_LIBRARY_NAMES = 'xmlns:library="http://openoffice.org/2000/library"'

_BASIC = """Option Explicit
Const FOLDER = "{folder}"
Const IDLE_S = {idle_s}

Sub Serve()
  Dim nSince As Double, sJob As String
  sJob = FOLDER & "/job"
  Note "ready", ""
  nSince = Now
  Do While (Now - nSince) * 86400 < IDLE_S
    If FileExists(sJob) Then
      Answer sJob
      nSince = Now
    End If
    Wait 15
  Loop
  StarDesktop.terminate()
End Sub

Sub Answer(sJob As String)
  Dim aLines(4) As String, nFile As Integer, i As Integer
  nFile = FreeFile
  Open sJob For Input As #nFile
  For i = 0 To 4
    Line Input #nFile, aLines(i)
  Next
  Close #nFile
  Kill sJob
  Note "done." & aLines(0), Problem(aLines(1), aLines(2), aLines(3), aLines(4))
End Sub

Function Problem(sSource, sTarget, sImport, sExport) As String
  Dim oDoc As Object
  On Error GoTo Failed
  oDoc = StarDesktop.loadComponentFromURL(sSource, "_blank", 0, LoadTerms(sImport))
  If IsNull(oDoc) Then
    Problem = "not loaded"
    Exit Function
  End If
  oDoc.storeToURL(sTarget, Array(Term("FilterName", sExport)))
  Drop oDoc
  Problem = ""
  Exit Function
Failed:
  Problem = "failed: " & Error$
  Drop oDoc
End Function

Function LoadTerms(sImport)
  Dim aTerms
  aTerms = Array(Term("Hidden", True), Term("ReadOnly", True), _
    Term("MacroExecutionMode", 0), Term("UpdateDocMode", 0))
  If sImport <> "" Then
    ReDim Preserve aTerms(4)
    aTerms(4) = Term("FilterName", sImport)
  End If
  LoadTerms = aTerms
End Function

Function Term(sName, vValue)
  Dim aTerm As New com.sun.star.beans.PropertyValue
  aTerm.Name = sName
  aTerm.Value = vValue
  Term = aTerm
End Function

Sub Drop(oDoc)
  On Error Resume Next
  If Not IsNull(oDoc) Then oDoc.close(True)
End Sub

Sub Note(sName, sText)
  Dim nFile As Integer
  nFile = FreeFile
  Open FOLDER & "/" & sName & ".new" For Output As #nFile
  Print #nFile, sText
  Close #nFile
  Name FOLDER & "/" & sName & ".new" As FOLDER & "/" & sName
End Sub
"""


def write_profile(profile: Path, jobs: Path, *, idle_s: int) -> None:
    """Write a fresh profile whose macro serves the folder of jobs and ends after idle seconds."""
    user = profile / "user"
    library = user / "basic" / "Standard"
    library.mkdir(parents=True)
    source = _BASIC.replace("{folder}", jobs.as_uri()).replace("{idle_s}", str(idle_s))
    (library / "Converter.xba").write_text(_module(source), encoding="utf-8")
    for kind, modules in (("script", ("Converter",)), ("dialog", ())):
        (library / f"{kind}.xlb").write_text(_library(modules), encoding="utf-8")
        (user / "basic" / f"{kind}.xlc").write_text(_libraries(), encoding="utf-8")
    (user / "registrymodifications.xcu").write_text(_registry(), encoding="utf-8")


def _module(source: str) -> str:
    opening = (
        '<script:module xmlns:script="http://openoffice.org/2000/script" '
        'script:name="Converter" script:language="StarBasic">'
    )
    doctype = _DOCTYPE.format(name="script:module", file="module.dtd")
    return f"{_HEADER}{doctype}{opening}{escape(source)}</script:module>\n"


def _library(modules: tuple[str, ...]) -> str:
    elements = "".join(f'<library:element library:name="{name}"/>' for name in modules)
    doctype = _DOCTYPE.format(name="library:library", file="library.dtd")
    terms = 'library:name="Standard" library:readonly="false" library:passwordprotected="false"'
    opening = f"<library:library {_LIBRARY_NAMES} {terms}>"
    return f"{_HEADER}{doctype}{opening}{elements}</library:library>\n"


def _libraries() -> str:
    doctype = _DOCTYPE.format(name="library:libraries", file="libraries.dtd")
    entry = '<library:library library:name="Standard" library:link="false"/>'
    link = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
    opening = f"<library:libraries {_LIBRARY_NAMES} {link}>"
    return f"{_HEADER}{doctype}{opening}{entry}</library:libraries>\n"


def _registry() -> str:
    items = "".join(
        f'<item oor:path="{path}"><prop oor:name="{name}" oor:op="fuse">'
        f"<value>{value}</value></prop></item>\n"
        for path, name, value in _SETTINGS
    )
    names = 'xmlns:oor="http://openoffice.org/2001/registry"'
    return f"{_HEADER}<oor:items {names}>\n{items}</oor:items>\n"
