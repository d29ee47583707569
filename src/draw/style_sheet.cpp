#include "draw/svg.hpp"

namespace carom {

// Every selector begins with .carom, so that a page which contains a drawing keeps its own looks.
std::string_view style_sheet() {
  return R"(.carom{font-family:"Helvetica Neue",Helvetica,Arial,"DejaVu Sans",sans-serif;font-size:12px}
.carom path,.carom circle,.carom rect{stroke-linecap:round;stroke-linejoin:round}
.carom .paper{fill:#fff}
.carom text{fill:#1f2a36;stroke:#fff;stroke-width:3px;stroke-linejoin:round;paint-order:stroke}
.carom .title{font-size:15px;font-weight:600}
.carom .small{font-size:10.5px;fill:#5d6a78}
.carom .on-mode{font-size:10.5px;stroke:none}
.carom .symbol{font-size:10.5px;font-style:italic;fill:#5d6a78}
.carom .link-edge{fill:#4a6078;stroke:#4a6078}
.carom .link-face{fill:#cfdcea;stroke:#cfdcea}
.carom .rod{fill:none;stroke:#4a6078}
.carom .outline{fill:#cfdcea;stroke:#4a6078;stroke-width:1.4}
.carom .joint{fill:#fff;stroke:#1f2a36;stroke-width:1.4}
.carom .mass{fill:#33475b;stroke:#fff;stroke-width:1}
.carom .mark{fill:#fff;stroke:#1f2a36;stroke-width:1.2}
.carom .mark-quarter{fill:#1f2a36}
.carom .support{fill:#e6e2da;stroke:#4d4639;stroke-width:1.4}
.carom .surface{fill:none;stroke:#4d4639;stroke-width:2}
.carom .plate{fill:#e6e2da;stroke:#4d4639;stroke-width:1.4}
.carom .hatching{fill:none;stroke:#978e80;stroke-width:1}
.carom .spring{fill:none;stroke:#4d4639;stroke-width:1.3}
.carom .ghost{fill:none;stroke:#978e80;stroke-width:1.2;stroke-dasharray:5 4}
.carom .motion{fill:#4d4639;stroke:#4d4639;stroke-width:1.4}
.carom .frame{fill:#5d6a78;stroke:#5d6a78;stroke-width:1.1}
.carom .rule{fill:none;stroke:#1f2a36;stroke-width:1.4}
.carom .gravity{fill:#1f2a36;stroke:#1f2a36;stroke-width:1.4}
.carom .velocity{fill:#0b6bb8;stroke:#0b6bb8;stroke-width:1.8}
.carom .gap{fill:none;stroke:#5d6a78;stroke-width:1;stroke-dasharray:2 3}
.carom .touching{fill:#00795c;stroke:#00795c;stroke-width:1.8}
.carom .approaching{fill:#cf4a12;stroke:#cf4a12;stroke-width:1.8}
.carom .below{fill:#b0107c;stroke:#b0107c;stroke-width:1.8}
.carom .apart{fill:#fff;stroke:#5d6a78;stroke-width:1.6}
.carom .halo{fill:#fff;stroke:#fff;stroke-width:4.4}
.carom .compression{fill:#e9f0f7}
.carom .restitution{fill:#fbefe4}
.carom .axis{fill:none;stroke:#1f2a36;stroke-width:1}
.carom .grid{fill:none;stroke:#c9d0d8;stroke-width:.8}
.carom .zero{fill:none;stroke:#7b8794;stroke-width:1}
.carom .event{fill:none;stroke:#5d6a78;stroke-width:1;stroke-dasharray:3 3}
.carom .curve{fill:none;stroke-width:2}
.carom .mode{stroke:#fff;stroke-width:1}
.carom .mode-apart{fill:#eef1f4}
.carom .mode-separates{fill:#dde3e9}
.carom .mode-sticks{fill:#b3c4d4}
.carom .mode-slides{fill:#f1d9a6}
.carom .idle{fill:none;stroke:#b9c3cd}
.carom .blocked{fill:none;stroke:#8b95a0;stroke-dasharray:6 5}
.carom .blocked-mark{fill:none;stroke:#1f2a36;stroke-width:2.6}
.carom .pull-1{fill:none;stroke:#a9cdea}
.carom .pull-2{fill:none;stroke:#78b0dd}
.carom .pull-3{fill:none;stroke:#4a92cb}
.carom .pull-4{fill:none;stroke:#2375b5}
.carom .pull-5{fill:none;stroke:#0b5594}
.carom .press-1{fill:none;stroke:#f3bda3}
.carom .press-2{fill:none;stroke:#ea946d}
.carom .press-3{fill:none;stroke:#dd6c3d}
.carom .press-4{fill:none;stroke:#cf4a12}
.carom .press-5{fill:none;stroke:#a02f00}
.carom .region-leaves{fill:#d9e8f5}
.carom .region-pressed{fill:#f9e0d3}
.carom .region-none{fill:#eceff2}
.carom .of-0{stroke:#0b6bb8}
.carom .of-1{stroke:#cf4a12;stroke-dasharray:7 4}
.carom .of-2{stroke:#00795c;stroke-dasharray:2 4}
.carom .of-3{stroke:#8a4fa3;stroke-dasharray:9 4 2 4}
.carom .of-4{stroke:#8f6f00;stroke-dasharray:12 3}
.carom .of-5{stroke:#4f5d6b;stroke-dasharray:4 2 1 2}
.carom .shaded{stroke:none;fill-opacity:.18}
.carom .segment{fill:none;stroke-width:.7;stroke-opacity:.45}
.carom .wave{stroke:none;shape-rendering:crispEdges}
.carom .forward-0{fill:#f1f3f5}
.carom .shade-0{fill:#0b6bb8}
.carom .tint-0{stroke:#0b6bb8}
.carom .shade-1{fill:#cf4a12}
.carom .tint-1{stroke:#cf4a12}
.carom .shade-2{fill:#00795c}
.carom .tint-2{stroke:#00795c}
.carom .shade-3{fill:#8a4fa3}
.carom .tint-3{stroke:#8a4fa3}
.carom .shade-4{fill:#8f6f00}
.carom .tint-4{stroke:#8f6f00}
.carom .shade-5{fill:#4f5d6b}
.carom .tint-5{stroke:#4f5d6b}
.carom .forward-1{fill:#f2d3c4}
.carom .backward-1{fill:#c4d8ea}
.carom .forward-2{fill:#e8bda9}
.carom .backward-2{fill:#a9c5dd}
.carom .forward-3{fill:#dfa78e}
.carom .backward-3{fill:#8eb2d0}
.carom .forward-4{fill:#d69272}
.carom .backward-4{fill:#749ec2}
.carom .forward-5{fill:#cc7c57}
.carom .backward-5{fill:#598ab4}
.carom .forward-6{fill:#c3663c}
.carom .backward-6{fill:#3e77a7}
.carom .forward-7{fill:#b95021}
.carom .backward-7{fill:#23649a}
.carom .forward-8{fill:#b03a06}
.carom .backward-8{fill:#08508c}
@media screen and (prefers-color-scheme:dark){
.carom .paper{fill:#12171d}
.carom text{fill:#e6ebf0;stroke:#12171d}
.carom .small,.carom .symbol{fill:#9aa7b4}
.carom .link-edge{fill:#a9bfd4;stroke:#a9bfd4}
.carom .link-face{fill:#2f4256;stroke:#2f4256}
.carom .rod{stroke:#a9bfd4}
.carom .outline{fill:#2f4256;stroke:#a9bfd4}
.carom .joint,.carom .mark{fill:#12171d;stroke:#e6ebf0}
.carom .mark-quarter{fill:#e6ebf0}
.carom .mass{fill:#c4d4e4;stroke:#12171d}
.carom .support,.carom .plate{fill:#37332c;stroke:#cfc7b8}
.carom .surface,.carom .spring{stroke:#cfc7b8}
.carom .hatching,.carom .ghost{stroke:#837b6d}
.carom .motion{fill:#cfc7b8;stroke:#cfc7b8}
.carom .frame{fill:#9aa7b4;stroke:#9aa7b4}
.carom .rule,.carom .axis{stroke:#e6ebf0}
.carom .gravity{fill:#e6ebf0;stroke:#e6ebf0}
.carom .velocity{fill:#5db2f5;stroke:#5db2f5}
.carom .gap,.carom .event{stroke:#9aa7b4}
.carom .touching{fill:#3fcaa3;stroke:#3fcaa3}
.carom .approaching{fill:#ff8a57;stroke:#ff8a57}
.carom .below{fill:#ff6fc8;stroke:#ff6fc8}
.carom .apart{fill:#12171d;stroke:#9aa7b4}
.carom .halo{fill:#12171d;stroke:#12171d}
.carom .compression{fill:#1a2530}
.carom .restitution{fill:#2a221b}
.carom .grid{stroke:#37424d}
.carom .zero{stroke:#7b8794}
.carom .mode{stroke:#12171d}
.carom .mode-apart{fill:#1c232b}
.carom .mode-separates{fill:#2a333d}
.carom .mode-sticks{fill:#44586b}
.carom .mode-slides{fill:#5c4a1f}
.carom .idle{stroke:#4a5560}
.carom .blocked{stroke:#7b8794}
.carom .blocked-mark{stroke:#e6ebf0}
.carom .pull-1{stroke:#274a66}
.carom .pull-2{stroke:#33658d}
.carom .pull-3{stroke:#4083b8}
.carom .pull-4{stroke:#4fa0de}
.carom .pull-5{stroke:#7cc4fb}
.carom .press-1{stroke:#5c3423}
.carom .press-2{stroke:#8a4a2d}
.carom .press-3{stroke:#b95f36}
.carom .press-4{stroke:#e57747}
.carom .press-5{stroke:#ffa37a}
.carom .region-leaves{fill:#1a2d3e}
.carom .region-pressed{fill:#3d271d}
.carom .region-none{fill:#1c232b}
.carom .of-0{stroke:#5db2f5}
.carom .of-1{stroke:#ff8a57}
.carom .of-2{stroke:#3fcaa3}
.carom .of-3{stroke:#c795dd}
.carom .of-4{stroke:#dcb93c}
.carom .of-5{stroke:#a5b2bf}
.carom .shade-0{fill:#5db2f5}
.carom .tint-0{stroke:#5db2f5}
.carom .shade-1{fill:#ff8a57}
.carom .tint-1{stroke:#ff8a57}
.carom .shade-2{fill:#3fcaa3}
.carom .tint-2{stroke:#3fcaa3}
.carom .shade-3{fill:#c795dd}
.carom .tint-3{stroke:#c795dd}
.carom .shade-4{fill:#dcb93c}
.carom .tint-4{stroke:#dcb93c}
.carom .shade-5{fill:#a5b2bf}
.carom .tint-5{stroke:#a5b2bf}
.carom .forward-0{fill:#1c232b}
.carom .forward-1{fill:#533629}
.carom .backward-1{fill:#273e54}
.carom .forward-2{fill:#6b422f}
.carom .backward-2{fill:#2e4f6b}
.carom .forward-3{fill:#844e36}
.carom .backward-3{fill:#366082}
.carom .forward-4{fill:#9c5a3c}
.carom .backward-4{fill:#3e7099}
.carom .forward-5{fill:#b56643}
.carom .backward-5{fill:#4680b0}
.carom .forward-6{fill:#ce724a}
.carom .backward-6{fill:#4e91c7}
.carom .forward-7{fill:#e67e50}
.carom .backward-7{fill:#55a2de}
.carom .forward-8{fill:#ff8a57}
.carom .backward-8{fill:#5db2f5}
}
)";
}

}  // namespace carom
