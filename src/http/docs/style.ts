/** The reference's only style sheet. Its digest stands in the page's Content-Security-Policy. */
export const STYLE = `
:root{color-scheme:light dark;--ink:#1c2430;--soft:#5b6675;--line:#e3e7ec;--page:#fff;--side:#f7f8fa;--accent:#0b63ce;--code:#f1f4f8;
--night:#10161f;--night-ink:#dbe3ee;--get:#0b63ce;--post:#1a7f46;--put:#9a5b00;--delete:#b3261e}
@media (prefers-color-scheme:dark){:root{--ink:#dfe5ee;--soft:#97a3b4;--line:#2a3340;--page:#141a23;--side:#10151d;--accent:#6fb0ff;
--code:#1f2834;--night:#0b1017;--get:#6fb0ff;--post:#5fcf92;--put:#f0b455;--delete:#ff8a80}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;display:grid;grid-template-columns:18.5rem minmax(0,1fr);color:var(--ink);background:var(--page);
font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
code,pre{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{background:var(--code);border-radius:4px;padding:.1em .32em;overflow-wrap:anywhere}
a{color:var(--accent);text-decoration:none}a:hover{text-decoration:underline}
nav{position:sticky;top:0;height:100vh;overflow-y:auto;padding:1.25rem 1rem 2rem;background:var(--side);border-right:1px solid var(--line);font-size:13.5px}
nav p{margin:1.1rem 0 .3rem;font-weight:600}nav p a{color:var(--ink)}
nav .brand{font-size:15px;margin-top:0}nav .brand span{color:var(--soft);font-weight:400}
nav .brand:last-child{margin-top:1.5rem;font-size:13.5px;font-weight:400}nav .brand:last-child a{color:var(--accent)}
nav ul{list-style:none;margin:0;padding:0}
nav li a{display:flex;gap:.5rem;align-items:baseline;padding:.2rem 0;color:var(--soft)}
nav li a:hover{color:var(--ink)}
.method{font:600 11px/1 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.02em;color:var(--get)}
nav .method{flex:0 0 3.2rem}
.method.post{color:var(--post)}.method.put{color:var(--put)}.method.delete{color:var(--delete)}
main{padding:2.5rem clamp(1.25rem,4vw,3.5rem) 6rem;max-width:84rem}
h1{font-size:2.1rem;line-height:1.2;margin:0}.lead{font-size:1.15rem;color:var(--soft);margin:.3rem 0 1.5rem}
.about{max-width:46rem}.about h2{font-size:1.1rem;margin:1.8rem 0 .4rem}
main>section:not(.about){margin-top:4rem}main>section:not(.about)>h2{font-size:1.5rem;margin:0;padding-top:1.5rem;border-top:2px solid var(--line)}
article{padding:1.75rem 0;border-top:1px solid var(--line);margin-top:1.5rem}
h3{font-size:1.2rem;margin:0 0 .35rem}h3 a{color:var(--ink)}
h4{font-size:.8rem;font-weight:600;margin:1.4rem 0 .5rem;color:var(--soft)}
.route{margin:.2rem 0 0}.route .method{font-size:13px}.route code{font-size:14px}
.who{float:right;font-size:12.5px;color:var(--soft)}
.columns{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:2.5rem}
.examples{position:sticky;top:1rem;align-self:start}.examples h4:first-child{margin-top:1rem}.examples h4 span{color:var(--post)}
pre{background:var(--night);color:var(--night-ink);border-radius:8px;padding:.9rem 1rem;margin:.4rem 0;overflow:auto;max-height:30rem}
pre .k{color:#8cc4ff}pre .s{color:#a7e0b8}pre .n{color:#f3c98b}
.part{border:1px solid var(--line);border-radius:8px;margin:.5rem 0;padding:0 .9rem}
.part>summary{cursor:pointer;padding:.5rem 0;font-weight:600;font-size:13.5px}.part>summary span{color:var(--soft);font-weight:400}
.part>summary code{font-weight:400}.part[open]{padding-bottom:.7rem}
.status b{display:inline-block;width:2.6rem;font-family:ui-monospace,Menlo,Consolas,monospace}
.s2{color:var(--post)}.s4{color:var(--put)}.s5{color:var(--delete)}
.fields{margin:0}.fields>div{padding:.55rem 0;border-top:1px solid var(--line)}.fields>div:first-child{border-top:0}
.fields dd{margin:.1rem 0 0}.fields p{margin:.15rem 0}
.name{background:none;padding:0;font-weight:600}.type{font-size:12.5px;color:var(--soft)}.required{font-size:12px;color:var(--delete)}
.limits{font-size:12.5px;color:var(--soft);overflow-wrap:anywhere}
.fields details{margin-top:.35rem}.fields details summary{cursor:pointer;font-size:12.5px;color:var(--accent)}
.fields details>dl{border-left:2px solid var(--line);padding-left:.9rem;margin-top:.3rem}
summary:focus-visible,a:focus-visible,pre:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media (max-width:64rem){.columns{grid-template-columns:minmax(0,1fr);gap:0}.examples{position:static}}
@media (max-width:48rem){body{display:block}nav{position:static;height:auto;max-height:40vh;border-right:0;border-bottom:1px solid var(--line)}}
`;
