"""`pip install --no-build-isolation .`: the module for Python, which CMake builds.

Debian's packages are enough: those of [build] and [python] in packages.txt. A build that is there already is
taken: CAROM_BUILD names its folder.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent.resolve()


def version() -> str:
    for line in (ROOT / "CMakeLists.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("project(carom VERSION "):
            return line.split()[2]
    raise SystemExit("CMakeLists.txt has no version")


class CMakeBuild(build_ext):
    """Builds the compiled part, and leaves it where setuptools wants it."""

    def build_extension(self, extension: Extension) -> None:
        given = os.environ.get("CAROM_BUILD")
        build = Path(given) if given else ROOT / "build" / "release"
        if not given:
            subprocess.run(
                ["cmake", "--preset", "release", "-DCAROM_PYTHON_MODULE=ON",
                 f"-DPython_EXECUTABLE={sys.executable}"],
                cwd=ROOT, check=True,
            )
        subprocess.run(["cmake", "--build", str(build), "--target", "carom_python_package"], check=True)
        name = Path(self.get_ext_fullpath(extension.name))
        found = build / "python" / "carom" / name.name
        if not found.exists():
            raise SystemExit(
                f"{found} is not there: the build in {build} is for another Python than "
                f"{sys.executable}"
            )
        name.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(found, name)
        for stub in found.parent.glob("*.pyi"):
            shutil.copyfile(stub, name.parent / stub.name)


setup(
    name="carom",
    version=version(),
    description="What happens when linked rigid bodies strike",
    license="see LICENSE",
    python_requires=">=3.11",
    install_requires=["numpy"],
    packages=["carom"],
    package_dir={"carom": "python/carom"},
    package_data={"carom": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("carom._carom", [])],
    cmdclass={"build_ext": CMakeBuild},
)
