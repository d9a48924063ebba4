import { expect, it } from "vitest";
import { openEditor } from "#app/testing/editor.ts";
import { cleanPasted } from "./paste.ts";

const WORD_HTML = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<style><!-- /* Style Definitions */ p.MsoNormal {mso-style-unhide:no; margin:0cm;} @page WordSection1 {size:595.3pt 841.9pt;} --></style>
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]--></head>
<body lang=ET link="#0563C1" vlink="#954F72" style='tab-interval:36.0pt'><!--StartFragment-->
<h1 style='margin-top:12.0pt'><a name="_Toc1"></a><b><span style='font-size:16.0pt;font-family:"Calibri Light",sans-serif'>Õhtune kuulamine<o:p></o:p></span></b></h1>
<p class=MsoNormal style='margin-bottom:8.0pt;line-height:107%'><span lang=ET style='mso-fareast-font-family:"Times New Roman"'>Kuula
<b style='mso-bidi-font-weight:normal'>iga päev</b> ja <i>puhka</i>.&nbsp;&nbsp; Vaata <span class=MsoHyperlink><a href="https://naide.ee/a?b=1"><span style='color:#0563C1;text-decoration:underline'>siit</span></a></span><a href="#_ftn1" name="_ftnref1"><span class=MsoFootnoteReference>[1]</span></a>.<o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Esimene<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span>&nbsp;&nbsp; </span></span></span><![endif]>Sees<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span><span style='mso-list:Ignore'>·<span>&nbsp; </span></span></span><![endif]>Teine<o:p></o:p></p>
<p class=MsoNormal>Vahele<o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span></span><![endif]>Üks<o:p></o:p></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;mso-yfti-tbllook:1184'>
 <colgroup><col width=300></colgroup>
 <thead><tr style='mso-yfti-irow:0'><td width=301 valign=top style='width:225.4pt;border:solid windowtext 1.0pt'><p class=MsoNormal>Nimi<o:p></o:p></p></td></tr></thead>
 <tr><td width=301 valign=top colspan=1><p class=MsoNormal>Hind<o:p></o:p></p></td></tr>
</table>
<p class=MsoNormal><img width=100 height=50 src="file:///C:/Users/M/AppData/Local/Temp/msohtmlclip1/01/clip_image002.jpg" v:shapes="Picture_x0020_1"></p>
<!--EndFragment--></body></html>`;

const GOOGLE_HTML = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1a2b3c4d"><h1 dir="ltr" style="line-height:1.38;margin-top:20pt;"><span style="font-size:20pt;font-family:Arial,sans-serif;color:#000000;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">Õhtune kuulamine</span></h1><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;">Kuula </span><span style="font-size:11pt;font-weight:700;">iga päev</span><span style="font-size:11pt;font-weight:400;"> ja </span><span style="font-weight:400;font-style:italic;">puhka</span><span style="font-weight:400;">. Vaata </span><a href="https://www.google.com/url?q=https://naide.ee/a?b%3D1&amp;sa=D&amp;source=editors" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;">siit</span></a><span>, H</span><span style="font-size:0.6em;vertical-align:sub;">2</span><span>O.</span></p><br /><ul style="margin-top:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Esimene</span></p></li><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Teine</span></p></li></ul><h5 dir="ltr"><span>Väike</span></h5><div dir="ltr" align="left"><table style="border:none;"><colgroup><col width="312" /></colgroup><tbody><tr style="height:0pt"><td style="border:solid #000 1pt;"><p dir="ltr"><span>Nimi</span></p></td></tr></tbody></table></div><p dir="ltr"><span><img src="https://lh7-rt.googleusercontent.com/docsz/x" width="10" /></span></p></b><br class="Apple-interchange-newline">`;

const htmlAfterPaste = (html: string) => openEditor(cleanPasted(html)).getHTML();

it("cleans HTML pasted from Word", () => {
  expect(htmlAfterPaste(WORD_HTML)).toBe(
    "<h2>Õhtune kuulamine</h2>" +
      '<p>Kuula <strong>iga päev</strong> ja <em>puhka</em>. Vaata <a href="https://naide.ee/a?b=1">siit</a>[1].</p>' +
      "<ul><li><p>Esimene</p><ul><li><p>Sees</p></li></ul></li><li><p>Teine</p></li></ul>" +
      "<p>Vahele</p><ol><li><p>Üks</p></li></ol>" +
      "<table><tbody><tr><td><p>Nimi</p></td></tr><tr><td><p>Hind</p></td></tr></tbody></table>",
  );
});

it("cleans HTML pasted from Google Docs", () => {
  expect(htmlAfterPaste(GOOGLE_HTML)).toBe(
    "<h2>Õhtune kuulamine</h2>" +
      '<p>Kuula <strong>iga päev</strong> ja <em>puhka</em>. Vaata <a href="https://naide.ee/a?b=1">siit</a>, H<sub>2</sub>O.</p>' +
      "<ul><li><p>Esimene</p></li><li><p>Teine</p></li></ul><h4>Väike</h4>" +
      "<table><tbody><tr><td><p>Nimi</p></td></tr></tbody></table>",
  );
});

it.each([
  ['<div>üks</div><div class="x">kaks</div>', "<p>üks</p><p>kaks</p>"],
  ["<div><p>üks</p><p>kaks</p></div>", "<p>üks</p><p>kaks</p>"],
  ["a<b> </b>b", "a b"],
  ["<p>10\u00a0€</p>", "<p>10&nbsp;€</p>"],
  ["<p>rida<br>teine<br></p>", "<p>rida<br>teine</p>"],
  ['<p><a href="javascript:x()">a</a></p>', "<p>a</p>"],
  ['<p onclick="x()">a</p><script>x()</script>', "<p>a</p>"],
  ["<p><font color=red>a</font></p>", "<p>a</p>"],
])("cleans pasted HTML: %s", (html, clean) => {
  expect(cleanPasted(html)).toBe(clean);
});

it("does not change HTML copied in the editor", () => {
  const own = '<p data-pm-slice="1 1 []">a</p><div data-book="x"></div>';
  expect(cleanPasted(own)).toBe(own);
});
