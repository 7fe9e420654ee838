"""Octavo in the forms of other packages, which are imported by the module that needs them alone.

octavo.adapters.docling: DoclingDocument of docling-core. octavo.adapters.langchain, octavo.adapters.llama_index: document
loaders. octavo.adapters.mineru: MinerUClient of mineru-vl-utils over the engine in this process.
"""
