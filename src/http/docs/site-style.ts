/** The documentation's only style sheet. Its digest stands in each page's Content-Security-Policy. */
export const SITE_STYLE = `
:root{color-scheme:light dark;--ink:#1c2430;--soft:#5b6675;--line:#e3e7ec;--page:#fff;--side:#f7f8fa;--accent:#0b5bbd;--code:#f1f4f8;
--mark:#ffe9a8;--k:#0b5bbd;--s:#1a7040;--n:#8f4e00;--bad:#b3261e;--on-accent:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#dfe5ee;--soft:#9aa6b7;--line:#2a3340;--page:#141a23;--side:#10151d;--accent:#7ab6ff;
--code:#1d2531;--mark:#5a4a12;--k:#8cc4ff;--s:#a7e0b8;--n:#f3c98b;--bad:#ff9a90;--on-accent:#10151d}}
*{box-sizing:border-box}
html{scroll-padding-top:4.5rem}
body{margin:0;display:grid;grid-template:"bar bar bar" auto "nav main aside" 1fr/17rem minmax(0,1fr) 15rem;min-height:100vh;
color:var(--ink);background:var(--page);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
a{color:var(--accent);text-decoration:none}a:hover,main p a,main li a,td a{text-decoration:underline;text-underline-offset:.15em}
.bar{grid-area:bar;position:sticky;top:0;z-index:1;display:flex;align-items:center;gap:1rem;padding:.6rem 1.25rem;background:var(--side);border-bottom:1px solid var(--line)}
.brand{font-weight:700;font-size:1.1rem;color:var(--ink)}.skip{display:none}
.bar form{margin-left:auto}
.bar input{font:inherit;font-size:.95rem;width:17rem;max-width:100%;padding:.35rem .7rem;border:1px solid var(--line);border-radius:8px;color:var(--ink);background:var(--page)}
nav{grid-area:nav;position:sticky;top:3.6rem;align-self:start;max-height:calc(100vh - 3.6rem);overflow-y:auto;padding:1rem 1.25rem 2rem;font-size:.92rem}
nav p,nav summary,aside p{margin:1.1rem 0 .3rem;font-weight:600;font-size:.85rem;color:var(--soft)}
nav summary{cursor:pointer}
nav ul,aside ul{list-style:none;margin:0;padding:0}
nav li a{display:block;padding:.22rem .6rem;margin-left:-.6rem;border-radius:6px;color:var(--ink)}
nav li a[aria-current]{background:var(--code);color:var(--accent);font-weight:600}
main{grid-area:main;padding:1.5rem clamp(1.1rem,4vw,3rem) 5rem;max-width:57rem;min-width:0;overflow-wrap:break-word}
aside{grid-area:aside;position:sticky;top:3.6rem;align-self:start;max-height:calc(100vh - 3.6rem);overflow-y:auto;padding:1rem 1.25rem 2rem 0;font-size:.87rem}
aside li a{display:block;padding:.15rem 0;color:var(--soft)}
h1{font-size:2rem;line-height:1.2;margin:.4rem 0 1rem}
h2{font-size:1.35rem;line-height:1.3;margin:2.4rem 0 .7rem;padding-bottom:.25rem;border-bottom:1px solid var(--line)}
h3{font-size:1.1rem;margin:1.8rem 0 .5rem}h4{font-size:1rem;margin:1.4rem 0 .4rem}
h2 a,h3 a,h4 a{color:inherit}
img{display:block;max-width:100%;height:auto;border:1px solid var(--line);border-radius:8px}
blockquote{margin:1rem 0;padding:.1rem 1rem;border-left:3px solid var(--accent);color:var(--soft)}
li{margin:.2rem 0}
code,pre{font:.86em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{background:var(--code);border-radius:4px;padding:.12em .32em;overflow-wrap:anywhere}
pre{background:var(--code);border:1px solid var(--line);border-radius:8px;padding:.8rem 1rem;overflow-x:auto;font-size:.82rem;line-height:1.4}
pre code{background:none;padding:0;font-size:inherit;overflow-wrap:normal}
pre .k{color:var(--k)}pre .s{color:var(--s)}pre .n{color:var(--n)}
.table{overflow-x:auto;margin:1rem 0}
table{border-collapse:collapse;font-size:.9rem;min-width:60%}
th,td{text-align:left;vertical-align:top;padding:.4rem .7rem;border-bottom:1px solid var(--line)}
th{font-weight:600;color:var(--soft)}
td code{overflow-wrap:normal}
.hits{padding-left:1.2rem}.hits li{margin:1rem 0}.hits p{margin:0}.hits span{color:var(--soft);font-size:.88rem}
.excerpt{color:var(--soft);font-size:.93rem}
mark{background:var(--mark);color:var(--ink);border-radius:3px}
.source{margin-top:3rem;font-size:.87rem}
.lead{font-size:1.1rem;color:var(--soft)}
.operations summary{padding:.2rem 0;margin:0;cursor:pointer;color:var(--ink)}.operations summary span{margin-left:.3rem;color:var(--soft)}
.operations ul{margin:.1rem 0 .6rem 1rem}.operations li a{padding:.2rem 0}
.method{font:600 .78em/1 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--accent)}
.method.post{color:var(--s)}.method.put{color:var(--n)}.method.delete{color:var(--bad)}
article{padding-bottom:1.5rem;border-bottom:1px solid var(--line)}article:last-child{border:0}
article h3{font-size:1.2rem;margin-top:1.8rem}article h4{margin-bottom:.3rem}
.route{display:flex;flex-wrap:wrap;align-items:baseline;gap:.2rem .6rem;margin:0}.who{margin-left:auto;font-size:.85rem;color:var(--soft)}
article>pre,.outcome pre{max-height:26rem;overflow:auto}
.curl{white-space:pre-wrap;overflow-wrap:anywhere}
.part{border:1px solid var(--line);border-radius:8px;margin:.5rem 0;padding:0 .9rem}
.part>summary{cursor:pointer;padding:.45rem 0;font-weight:600;font-size:.9rem}.part>summary span{color:var(--soft);font-weight:400;margin-left:.3rem}
.part[open]{padding-bottom:.7rem}.status>summary{font-weight:400}
.status b,.outcome b{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}.status b{display:inline-block;width:2.6rem}
.s2{color:var(--s)}.s4{color:var(--n)}.s5{color:var(--bad)}
.fields,.headers{margin:0;font-size:.93rem}.fields>div{padding:.5rem 0;border-top:1px solid var(--line)}.fields>div:first-child{border-top:0}
.fields dd{margin:.1rem 0 0}.fields p{margin:.15rem 0}
.name{background:none;padding:0;font-weight:600}.type,.required,.limits{font-size:.85rem;color:var(--soft);overflow-wrap:anywhere}.required{color:var(--bad)}
.fields details{margin-top:.3rem}.fields details summary,form summary{cursor:pointer;font-size:.85rem;color:var(--accent)}
.fields details>dl{border-left:2px solid var(--line);padding-left:.9rem;margin-top:.3rem}
form label{display:block;margin:.6rem 0}form label span{display:block;margin-bottom:.15rem;font-size:.88rem;color:var(--soft)}.name{color:var(--ink)}
main input,textarea,dialog input{display:block;width:100%;font:.86rem/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;padding:.45rem .7rem;
border:1px solid var(--line);border-radius:8px;color:var(--ink);background:var(--side)}
textarea{resize:vertical}::placeholder{color:var(--soft);opacity:1}.secret{-webkit-text-security:disc}
button{font:inherit;font-size:.92rem;padding:.35rem 1rem;border:1px solid var(--accent);border-radius:8px;color:var(--accent);background:none;cursor:pointer}
button[type=submit]{color:var(--on-accent);background:var(--accent)}button.quiet{border-color:transparent;padding:.35rem .5rem}
button:disabled{opacity:.6}.deeds{display:flex;flex-wrap:wrap;gap:.5rem;margin:.8rem 0 .2rem}
.copy{float:right;margin-top:-2.1rem;font-size:.85rem}
.fault{color:var(--bad)}.outcome p{margin:.8rem 0 .4rem}dialog .fault:empty,.outcome p:empty{margin:0}
.headers{font-size:.83rem}.headers div{display:flex;flex-wrap:wrap;gap:0 .6rem}.headers dt{color:var(--soft)}.headers dd{margin:0;overflow-wrap:anywhere}
dialog{width:min(30rem,calc(100vw - 2rem));padding:1.2rem 1.5rem;border:1px solid var(--line);border-radius:12px;color:var(--ink);background:var(--page)}
dialog::backdrop{background:#0007}dialog h2{margin:0 0 .6rem;border:0}dialog p{margin:.5rem 0}
a:focus-visible,pre:focus-visible,input:focus-visible,textarea:focus-visible,button:focus-visible,summary:focus-visible,.table:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media (max-width:75rem){body{grid-template:"bar bar" auto "nav main" 1fr/16rem minmax(0,1fr)}aside{display:none}
body:has(.operations){grid-template:"bar bar" auto "nav aside" auto "nav main" 1fr/16rem minmax(0,1fr)}
.operations{display:block;position:static;max-height:none;padding:1rem clamp(1.1rem,4vw,3rem) 0;columns:9rem;column-gap:2rem}
.operations p{column-span:all;margin-top:0}.operations details{break-inside:avoid}}
@media (max-width:48rem){body{display:block}.skip{display:block;font-size:.95rem}.bar{gap:.8rem;padding:.5rem 1rem}
.bar form{flex:1 1 6rem;min-width:0}.bar input{width:100%}h1{font-size:1.6rem}main{padding-top:1rem;padding-bottom:2rem}
.wide table,.wide tbody,.wide tr,.wide td{display:block}.wide thead{display:none}.wide tr{padding:.5rem 0;border-bottom:1px solid var(--line)}
.wide td{border:0;padding:.15rem 0}.wide td:empty{display:none}.wide td::before{content:attr(data-label) " ";color:var(--soft);font-size:.82rem}
.wide td code{overflow-wrap:anywhere}
nav{position:static;max-height:none;background:var(--side);border-top:1px solid var(--line);font-size:1rem}nav li a{padding:.45rem .6rem}}
@media print{.bar,nav,aside,.source{display:none}body{display:block}}
`;
